import type { Address } from '../../contract/consumer.ts';
import { normalisePostalCode } from '../../rules/address.ts';

/** An address in the form in which it is kept. */
export function readAddress(address: Address): Address {
  return {
    postcode: normalisePostalCode(address.postcode),
    street: address.street.trim(),
    number: address.number.trim(),
    complement: address.complement?.trim() || null,
    district: address.district.trim(),
    city: address.city.trim(),
    state: address.state.trim().toUpperCase(),
  };
}
