import { environment } from '../environment.ts';
import type { FoundAddress } from '../rules/people/address.ts';

export async function lookUpAddress(postalCode: string): Promise<FoundAddress> {
  try {
    const { lookUpPostalCode } = await import('./postal-code-lookup.ts');
    return await lookUpPostalCode(postalCode);
  } catch (failure) {
    environment().report(failure);
    return { state: 'unavailable' };
  }
}
