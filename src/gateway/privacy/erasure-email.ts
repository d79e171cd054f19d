import type { Email } from '../services/mail.ts';

/** The last email to somebody who was erased: a proof, and a warning to whoever did not ask for it. */
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
