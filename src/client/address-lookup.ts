import { environment } from '../environment.ts';
import type { FoundAddress } from '../rules/people/address.ts';

export async function lookUpAddress(postcode: string): Promise<FoundAddress> {
  try {
    const { lookUpPostcode } = await import('./postal-code-sources.ts');
    return await lookUpPostcode(postcode);
  } catch (failure) {
    environment().report(failure);
    return { state: 'unavailable' };
  }
}
