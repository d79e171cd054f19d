import {
  forgotPasswordDialog,
  homePath,
  newReceiptPath,
  privacyPath,
  profilePath,
  supportPath,
} from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { hasEngine } from '../../rules/rewards/engines-and-reward-status.ts';
import {
  needsPaymentKey,
  type PaymentKeyType,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  contactLink,
  type EmailContent,
  type EmailFacts,
  type EmailPart,
  greeting,
  isPrizeShipped,
  sentence,
  text,
} from './common-texts.ts';
import type { Newsletter } from './mailings.ts';

const because = 'tem cadastro na promoção';

export function welcome(facts: EmailFacts): EmailContent {
  const { steps } = facts.snapshot.hotsite.pages.home;
  return {
    subject: 'Seu cadastro está pronto',
    preview: 'Agora é só enviar suas notas.',
    title: 'Seu cadastro está pronto',
    parts: [
      text(greeting(facts), sentence(`Que bom ter você na ${facts.snapshot.campaign.name}`)),
      {
        type: 'steps',
        label: 'Como funciona',
        steps: steps.map(({ title, text: step }) => ({
          title: sentence(title),
          text: step.replaceAll('**', ''),
        })),
      },
      { type: 'button', label: 'Enviar nota', path: newReceiptPath },
      text('Não foi você que se cadastrou? Fale conosco e excluímos os dados.'),
      contactLink,
    ],
    because: 'este endereço foi usado em um cadastro da promoção',
  };
}

const nothingToDo = 'Se foi você, não precisa fazer nada.';

function securityAlert(
  facts: EmailFacts,
  subject: string,
  {
    what,
    value,
    effect,
    ifYou = nothingToDo,
  }: { what: string; value?: EmailPart; effect?: string; ifYou?: string },
): EmailContent {
  return {
    subject,
    preview: ifYou,
    title: subject,
    pose: 'le',
    parts: [
      text(greeting(facts), what),
      ...(value ? [value] : []),
      {
        type: 'quote',
        label: 'Data e hora (horário de Brasília)',
        text: formatDateTime(facts.at.toISOString()),
      },
      ...(effect ? [] : [text(ifYou)]),
      text('Se não foi você, crie uma nova senha agora e fale conosco:'),
      { type: 'button', label: 'Criar uma nova senha', path: forgotPasswordDialog },
      contactLink,
      ...(effect ? [text(effect), text(ifYou)] : []),
    ],
    because,
  };
}

export function passwordChanged(
  facts: EmailFacts,
  { hadBankInfo = true }: { hadBankInfo?: boolean },
): EmailContent {
  const { campaign } = facts.snapshot;
  const effects = [
    hadBankInfo && 'Por segurança, apagamos os dados de pagamento que estavam no seu cadastro.',
    hasEngine(campaign, 'CASHBACK') &&
      'Se havia um saque que ainda não tinha ido ao banco, o valor voltou para o seu saldo, e você pode pedir de novo.',
  ].filter(Boolean);
  const check = 'confira no seu perfil o celular e o endereço de entrega.';
  return securityAlert(facts, 'Sua senha foi alterada', {
    what: 'A senha da sua conta na promoção foi alterada. Quem estava conectado precisa entrar de novo.',
    effect: effects.join(' '),
    ifYou:
      hadBankInfo && needsPaymentKey(campaign)
        ? `Se foi você, escolha a chave Pix de novo ao sacar, em Minhas notas, e ${check}`
        : `Se foi você, ${check}`,
  });
}

const keyNames = { CPF: 'CPF', EMAIL: 'e-mail', PHONE: 'celular', RANDOM: 'chave aleatória' };

export function paymentKeyChanged(
  facts: EmailFacts,
  { keyType, maskedKey }: { keyType: PaymentKeyType; maskedKey: string },
): EmailContent {
  return securityAlert(facts, 'Sua chave Pix foi alterada', {
    what: 'A chave Pix da sua conta na promoção foi alterada.',
    value: { type: 'quote', label: 'Nova chave', text: `${keyNames[keyType]} ${maskedKey}` },
  });
}

export function bankAccountChanged(facts: EmailFacts): EmailContent {
  return securityAlert(facts, 'Sua conta bancária foi alterada', {
    what: 'A conta bancária do seu cadastro na promoção foi alterada.',
  });
}

export function addressChanged(facts: EmailFacts): EmailContent {
  const { campaign } = facts.snapshot;
  const wins = isPrizeShipped(campaign)
    ? 'prêmios'
    : hasEngine(campaign, 'COLLECT_TO_WIN') && 'resgates';
  return securityAlert(facts, 'Seu endereço de entrega foi salvo', {
    what: `Um endereço de entrega foi salvo no seu cadastro na promoção.${wins ? ` É para ele que vão os seus ${wins}.` : ''}`,
  });
}

const phoneIsForPrizes =
  'O celular do seu cadastro na promoção foi alterado. É por ele que falamos com você sobre os seus prêmios.';
const phoneKeyRemoved =
  'A sua chave Pix era o celular de antes e foi apagada. Um saque já pedido ainda vai para essa chave. Se ela não é mais sua, fale conosco.';

export function phoneChanged(
  facts: EmailFacts,
  { wasPixKey = false }: { wasPixKey?: boolean },
): EmailContent {
  const subject = 'Seu celular foi alterado';
  if (!wasPixKey) return securityAlert(facts, subject, { what: phoneIsForPrizes });
  return securityAlert(facts, subject, {
    what: phoneIsForPrizes,
    effect: phoneKeyRemoved,
    ifYou: 'Se foi você, escolha outra chave Pix ao sacar, em Minhas notas.',
  });
}

/** The old address opens nothing any more, so it is offered no new password. */
export function emailChanged(
  facts: EmailFacts,
  { maskedEmail, to }: { maskedEmail: string; to: 'OLD' | 'NEW' },
): EmailContent {
  const title = 'O e-mail da sua conta foi alterado';
  const parts: EmailPart[] =
    to === 'OLD'
      ? [
          text('Este endereço não abre mais a conta. Se não foi você que pediu, fale conosco já.'),
          { ...contactLink, type: 'button' },
        ]
      : [
          text(
            'Entre de novo, com este endereço e a sua senha. Se não lembra dela, crie uma nova.',
            needsPaymentKey(facts.snapshot.campaign) &&
              'Se a sua chave Pix era o e-mail de antes, escolha outra ao sacar, em Minhas notas.',
          ),
          { type: 'button', label: 'Criar uma nova senha', path: forgotPasswordDialog },
          text('Não foi você que pediu? Fale conosco.'),
          contactLink,
        ];
  return {
    subject: title,
    preview: `Novo e-mail: ${maskedEmail}`,
    title,
    parts: [
      text(
        greeting(facts),
        `A pedido, a equipe da promoção alterou o e-mail da sua conta para ${maskedEmail}.`,
      ),
      ...parts,
    ],
    because,
  };
}

export function dataExported(facts: EmailFacts): EmailContent {
  return securityAlert(facts, 'Seus dados foram baixados', {
    what: 'Uma cópia de todos os seus dados na promoção foi baixada em Meus dados.',
  });
}

export function dataErased(): EmailContent {
  return {
    subject: 'Seus dados foram excluídos',
    preview: 'Seu cadastro na promoção foi encerrado.',
    title: 'Seus dados foram excluídos',
    pose: 'le',
    parts: [
      text(
        'Olá!',
        'Como você pediu, encerramos seu cadastro na promoção e excluímos seus dados.',
        'Guardamos somente o que a lei manda, como explicado na política de privacidade.',
      ),
      text('Se você não fez este pedido, fale conosco pelo site da promoção.'),
      text('Este é o último e-mail: depois dele, apagamos também o seu endereço.'),
      contactLink,
      { type: 'link', label: 'Política de privacidade', path: privacyPath },
    ],
    because: 'tinha cadastro na promoção',
  };
}

export function passwordReset(path: string): EmailContent {
  return {
    subject: 'Crie uma nova senha',
    preview: 'O link vale por 1 hora.',
    title: 'Crie uma nova senha',
    parts: [
      text('Olá!', 'Recebemos um pedido para criar uma nova senha da sua conta na promoção.'),
      text('Para criar a senha, use este link em até 1 hora:'),
      { type: 'button', label: 'Criar uma nova senha', path },
      text('Se você não fez este pedido, ignore este e-mail: sua senha continua a mesma.'),
    ],
    because: 'alguém pediu uma nova senha para este endereço na promoção',
  };
}

interface Conversation {
  protocolNumber: string;
  token: string;
}

/** Repeats nothing that was typed, since anyone can have it sent to any address. */
export function supportOpened({ protocolNumber, token }: Conversation): EmailContent {
  return {
    subject: `Recebemos sua mensagem: protocolo ${protocolNumber}`,
    preview: 'Acompanhe a conversa pelo link deste e-mail.',
    title: 'Recebemos sua mensagem',
    parts: [
      { type: 'figure', label: 'Protocolo', text: protocolNumber },
      text('Acompanhe a conversa e responda por este link. A página pede o seu e\u2011mail.'),
      { type: 'button', label: 'Ver a conversa', path: `${supportPath}/${token}` },
      text('Este link é só seu: não o repasse a ninguém.'),
    ],
    because: 'este endereço foi usado em uma mensagem à promoção',
  };
}

export function supportAnswered({ protocolNumber, token }: Conversation): EmailContent {
  return {
    subject: `Respondemos à sua mensagem: protocolo ${protocolNumber}`,
    preview: 'Leia a resposta e continue a conversa pelo link deste e-mail.',
    title: 'Respondemos à sua mensagem',
    parts: [
      { type: 'figure', label: 'Protocolo', text: protocolNumber },
      text('Leia a resposta e continue a conversa por este link. A página pede o seu e\u2011mail.'),
      { type: 'button', label: 'Ler a resposta', path: `${supportPath}/${token}` },
      text('Este link é só seu: não o repasse a ninguém.'),
    ],
    because: 'escreveu à promoção',
  };
}

export function newsletterContent(
  facts: EmailFacts,
  { optIn, subject, paragraphs: [first = '', ...others] }: Newsletter,
  unsubscribeUrl: string,
): EmailContent {
  const consent = facts.snapshot.campaign.registerOptins.find(({ code }) => code === optIn);
  return {
    subject,
    preview: first,
    title: subject,
    parts: [
      text(greeting(facts), first),
      ...others.map((paragraph) => text(paragraph)),
      { type: 'button', label: 'Ir para a promoção', path: homePath },
      text(
        'Não quer mais receber estas novidades? Basta um clique, e o que importa da sua participação',
        'continua chegando.',
      ),
      { type: 'link', label: 'Não quero mais receber', path: unsubscribeUrl },
      { type: 'link', label: 'Ver tudo o que autorizei', path: profilePath },
    ],
    because: `autorizou “${(consent?.name ?? optIn).replace(/\.$/, '')}” na promoção`,
  };
}
