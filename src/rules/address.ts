import { checkPostcode, normalisePostcode } from './postcode.ts';
import {
  checkRequired,
  type FieldViolation,
  fieldViolations,
  type Violation,
} from './violation.ts';

export interface Address {
  postcode: string;
  street: string;
  number: string;
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
    postcode: normalisePostcode(text('postcode')),
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
    ['address.postcode', checkPostcode(address.postcode)],
    ['address.street', checkRequired(address.street)],
    ['address.number', checkRequired(address.number)],
    ['address.district', checkRequired(address.district)],
    ['address.city', checkRequired(address.city)],
    ['address.state', checkState(address.state, states)],
  ]);
}

function checkState(state: string, states: readonly string[] | null): Violation | null {
  return checkRequired(state) ?? (states?.includes(state) === false ? 'STATE' : null);
}
