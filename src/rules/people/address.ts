import { withoutPunctuation } from '../text.ts';
import {
  checkLength,
  checkLine,
  type FieldViolation,
  fieldViolations,
  type Violation,
} from '../violation.ts';

export function normalisePostalCode(text: string): string {
  return withoutPunctuation(text);
}

/** Does not check that the postal code exists: the lookup does. */
export function checkPostalCode(text: string): Violation | null {
  const postalCode = normalisePostalCode(text);
  if (postalCode === '') return 'REQUIRED';
  return /^\d{8}$/.test(postalCode) ? null : 'POSTCODE';
}

export interface Address {
  postcode: string;
  street: string;
  number: string;
  complement?: string | null | undefined;
  district: string;
  city: string;
  state: string;
}

export const addressParts = [
  'postcode',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const satisfies readonly (keyof Address)[];

export type AddressPart = (typeof addressParts)[number];

/** What a look-up of a postal code says; texts that it does not know are empty. */
export type FoundAddress =
  | { state: 'found'; street: string; district: string; city: string; uf: string }
  | { state: 'not-found' }
  | { state: 'unavailable' };

type CleanAddress = Address & { complement: string | null };

/** From a form's values, which go by wire name (`address.postcode`). */
export function typedAddress(values: Readonly<Record<string, string>>): CleanAddress {
  return cleanAddress((name) => values[`address.${name}`] ?? '');
}

export function normaliseAddress(address: Address): CleanAddress {
  return cleanAddress((name) => address[name] ?? '');
}

function cleanAddress(typed: (name: keyof Address) => string): CleanAddress {
  const text = (name: keyof Address) => typed(name).trim();
  return {
    postcode: normalisePostalCode(text('postcode')),
    street: text('street'),
    number: text('number'),
    complement: text('complement') || null,
    district: text('district'),
    city: text('city'),
    state: text('state').toUpperCase(),
  };
}

export function addressLine({
  street,
  number,
  complement,
  district,
  city,
  state,
  postcode,
}: Address) {
  return [street, number, complement, district, city, state, postcode].filter(Boolean).join(', ');
}

/**
 * All but the complement is required. `states` is null for a delivery address. City and state come
 * from the postal code, so they are checked only once that is valid.
 */
export function addressViolations(
  address: Address,
  states: readonly string[] | null,
): FieldViolation[] {
  const postalCode = checkPostalCode(address.postcode);
  return fieldViolations([
    ['address.postcode', postalCode],
    ['address.street', checkLine(address.street)],
    ['address.number', checkLine(address.number)],
    ['address.complement', checkLength(address.complement)],
    ['address.district', checkLine(address.district)],
    ['address.city', postalCode ? null : checkLine(address.city)],
    ['address.state', postalCode ? null : checkState(address.state, states)],
  ]);
}

function checkState(state: string, states: readonly string[] | null): Violation | null {
  return checkLine(state) ?? (states?.includes(state) === false ? 'STATE' : null);
}
