import type { ConsumerType } from '../campaign/parameters.ts';
import { dayInSaoPaulo, isCalendarDay } from '../dates.ts';
import { checkRequired, type Violation } from '../violation.ts';

/** Letters of any alphabet, apostrophe, hyphen, full stop and space. */
const personName = /^(?=.*\p{L})[\p{L}\p{M}\p{Zs}'’.-]+$/u;

/** Registered company names hold more signs. */
const companyName = /^(?=.*[\p{L}\d])[\p{L}\p{M}\p{Zs}\d'’.,&/()-]+$/u;

export function checkName(name: string): Violation | null {
  return checkRequired(name) ?? (personName.test(name) ? null : 'NAME');
}

export function checkCompanyName(name: string): Violation | null {
  return checkRequired(name) ?? (companyName.test(name) ? null : 'SPECIAL_CHARACTERS');
}

/** How people are greeted; empty for companies, whose first word is no name. */
export function firstName({ name, type }: { name: string; type: ConsumerType }): string {
  return type === 'PERSON' ? (name.trim().split(/\s+/)[0] ?? '') : '';
}

const ageOfMajority = 18;

/** @param birthDate `yyyy-MM-dd`, or what was typed if it is no date */
export function checkBirthDate(birthDate: string, now: Date): Violation | null {
  if (birthDate.trim() === '') return 'REQUIRED';
  if (!isCalendarDay(birthDate)) return 'DATE';
  return isAdult(birthDate, now) ? null : 'UNDER_AGE';
}

/** True from the birthday itself on; born on 29 February, on 1 March. */
export function isAdult(birthDate: string, now: Date): boolean {
  const today = dayInSaoPaulo(now);
  // In most years there is no such 29 February; its text sorts between 28 February and 1 March.
  return birthDate <= `${Number(today.slice(0, 4)) - ageOfMajority}${today.slice(4)}`;
}

/** The pattern of HTML's email field, with at least two parts in the domain. */
const emailAddress =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

/** RFC 5321, 4.5.3.1.3: between the angle brackets of a path. */
const maxEmailLength = 254;

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): Violation | null {
  const trimmed = email.trim();
  if (trimmed === '') return 'REQUIRED';
  return trimmed.length <= maxEmailLength && emailAddress.test(trimmed) ? null : 'EMAIL';
}

/** `an•••@exemplo.com.br`: always hides part of the name, and never shows how much. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const visiblePart = name.slice(0, Math.max(1, Math.min(2, name.length - 1)));
  return `${visiblePart.join('')}•••${email.slice(at)}`;
}

/** The 67 area codes (Anatel, Código Nacional), 9 and 8 digits (Resolução 749/2022, art. 12). */
const mobilePhone = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])9\d{8}$/;

/** Without country code (+55, 0055) and long-distance 0; any other number keeps its plus. */
export function normalisePhone(text: string): string {
  const number = text.replaceAll(/(?!^\+)[^\p{L}\p{N}]/gu, '');
  return number.replace(/^(?:(?:\+|00)?55|0)(?=\d{11}$)/, '');
}

export function checkPhone(text: string): Violation | null {
  const phone = normalisePhone(text);
  if (phone === '') return 'REQUIRED';
  return mobilePhone.test(phone) ? null : 'PHONE';
}

/** (00) 00000-0000; a number of another length stays in its digits. */
export function formatPhone(text: string): string {
  return normalisePhone(text).replace(/^(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3');
}

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
