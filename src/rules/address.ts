import { checkPostalCode, normalisePostalCode } from './postal-code.ts';
import {
  checkLength,
  checkLine,
  type FieldViolation,
  fieldViolations,
  type Violation,
} from './violation.ts';

export interface Address {
  postcode: string;
  street: string;
  number: string;
  complement?: string | null | undefined;
  district: string;
  city: string;
  state: string;
}

/** The address that was typed into a form, by wire name (`address.postcode`), as it is sent. */
export function typedAddress(
  values: Readonly<Record<string, string>>,
): Address & { complement: string | null } {
  const text = (name: string) => (values[`address.${name}`] ?? '').trim();
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

/**
 * VAL-14: all but the complement is required.
 * @param states VAL-16: where the consumer may live; null for a delivery address, which may lie
 * anywhere (REDEEM-27).
 */
export function addressViolations(
  address: Address,
  states: readonly string[] | null,
): FieldViolation[] {
  return fieldViolations([
    ['address.postcode', checkPostalCode(address.postcode)],
    ['address.street', checkLine(address.street)],
    ['address.number', checkLine(address.number)],
    ['address.complement', checkLength(address.complement)],
    ['address.district', checkLine(address.district)],
    ['address.city', checkLine(address.city)],
    ['address.state', checkState(address.state, states)],
  ]);
}

function checkState(state: string, states: readonly string[] | null): Violation | null {
  return checkLine(state) ?? (states?.includes(state) === false ? 'STATE' : null);
}
