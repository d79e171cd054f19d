import type { Violation } from '../violation.ts';

/** Longer passwords take longer to hash. */
export const maxPasswordLength = 1000;

/** For a new password; sign-in accepts any text. */
export function checkPassword(password: string): Violation | null {
  if (password === '') return 'REQUIRED';
  if (password.length > maxPasswordLength) return 'PASSWORD_LONG';
  if ([...password].length < 6) return 'PASSWORD_LENGTH';
  if (!/\p{Ll}/u.test(password)) return 'PASSWORD_LOWERCASE';
  return /\p{Lu}/u.test(password) ? null : 'PASSWORD_UPPERCASE';
}
