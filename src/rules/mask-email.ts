/**
 * An e-mail address that its owner knows again, and other readers do not learn: `an•••@exemplo.com.br`.
 * Something of the name is always left out, and never how much.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const shown = name.slice(0, Math.max(1, Math.min(2, name.length - 1)));
  return `${shown.join('')}•••${email.slice(at)}`;
}
