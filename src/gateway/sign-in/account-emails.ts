import type { Consumer } from '../../contract/consumer.ts';
import { contactDialog, resetPasswordDialog } from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { maskedKey } from '../../rules/payment-key.ts';
import type { Email } from '../services/mail.ts';

interface Event {
  email: string;
  at: Date;
  siteUrl: string;
}

function accountEmail({ email, at, siteUrl }: Event, subject: string, what: string): Email {
  return {
    to: email,
    subject,
    text: [
      'Olá!',
      '',
      what,
      `Data e hora: ${formatDateTime(at.toISOString())} (horário de Brasília).`,
      '',
      'Se foi você, não precisa fazer nada.',
      'Se não foi você, crie uma nova senha agora e fale conosco:',
      '',
      new URL(resetPasswordDialog, siteUrl).href,
      new URL(contactDialog, siteUrl).href,
      '',
    ].join('\n'),
  };
}

const keyNames = { CPF: 'CPF', EMAIL: 'email', PHONE: 'celular', RANDOM: 'chave aleatória' };

export function paymentKeyEmail(event: Event, bankInfo: NonNullable<Consumer['bankInfo']>): Email {
  const { instantPaymentKeyType: type, instantPaymentKeyValue: value } = bankInfo;
  const key = type ? `${keyNames[type]} ${maskedKey(type, value ?? '')}` : '';
  return accountEmail(
    event,
    'Sua chave Pix foi alterada',
    `A chave Pix da sua conta na promoção foi alterada. Nova chave: ${key}.`,
  );
}

export function bankAccountEmail(event: Event): Email {
  return accountEmail(
    event,
    'Sua conta bancária foi alterada',
    'A conta bancária do seu cadastro na promoção foi alterada.',
  );
}

export function exportEmail(event: Event): Email {
  return accountEmail(
    event,
    'Seus dados foram baixados',
    'Uma cópia de todos os seus dados na promoção foi baixada em Meus dados.',
  );
}

export function passwordEmail(event: Event): Email {
  return accountEmail(
    event,
    'Sua senha foi alterada',
    'A senha da sua conta na promoção foi alterada, e quem estava conectado precisa entrar de novo.',
  );
}

/** A proof, and a warning if the request was not theirs. */
export function erasureEmail(email: string): Email {
  return {
    to: email,
    subject: 'Seus dados foram excluídos',
    text: [
      'Olá!',
      '',
      'Como pedido em Meus dados, seu cadastro na promoção foi encerrado e seus dados foram excluídos.',
      'Guardamos somente o que a lei manda, como explicado na política de privacidade.',
      '',
      'Se você não fez este pedido, fale conosco pelo site da promoção.',
      '',
    ].join('\n'),
  };
}
