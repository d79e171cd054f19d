import { newPasswordPath } from '../../../paths.ts';
import type { Email } from '../mail.ts';

/** PWD-05: the email whose link lets the person set a password. */
export function resetEmail(given: { email: string; code: string; siteUrl: string }): Email {
  const link = new URL(newPasswordPath, given.siteUrl);
  link.searchParams.set('codigo', given.code);
  return {
    to: given.email,
    subject: 'Crie uma nova senha',
    text: [
      'Olá!',
      '',
      'Recebemos um pedido para criar uma nova senha da sua conta na promoção.',
      'Para criar a senha, abra este endereço em até 1 hora:',
      '',
      link.href,
      '',
      'Se você não fez este pedido, ignore este e-mail: sua senha continua a mesma.',
      '',
    ].join('\n'),
  };
}
