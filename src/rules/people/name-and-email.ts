import type { ConsumerType } from '../campaign/parameters.ts';
import { checkRequired, type Violation } from '../violation.ts';

/** Letters of any alphabet, apostrophe, hyphen, full stop and space. */
const personName = /^(?=.*\p{L})[\p{L}\p{M}\p{Zs}'’.-]+$/u;

/** Registered company names hold more signs. */
const companyName = /^(?=.*[\p{L}\d])[\p{L}\p{M}\p{Zs}\d'’.,&/()-]+$/u;

/** The pattern of HTML's email field, with at least two parts in the domain. */
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

/** RFC 5321, 4.5.3.1.3: between the angle brackets of a path. */
const maxAddressLength = 254;

export function checkName(name: string): Violation | null {
  return checkRequired(name) ?? (personName.test(name) ? null : 'NAME');
}

export function checkCompanyName(name: string): Violation | null {
  return checkRequired(name) ?? (companyName.test(name) ? null : 'SPECIAL_CHARACTERS');
}

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): Violation | null {
  const trimmed = email.trim();
  if (trimmed === '') return 'REQUIRED';
  return trimmed.length <= maxAddressLength && address.test(trimmed) ? null : 'EMAIL';
}

/** `an•••@exemplo.com.br`: always hides part of the name, and never shows how much. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const visiblePart = name.slice(0, Math.max(1, Math.min(2, name.length - 1)));
  return `${visiblePart.join('')}•••${email.slice(at)}`;
}

/** How people are greeted; empty for companies, whose first word is no name. */
export function firstName({ name, type }: { name: string; type: ConsumerType }): string {
  return type === 'PERSON' ? (name.trim().split(/\s+/)[0] ?? '') : '';
}
