import { environment } from '../environment.ts';
import type { PostalAnswer } from './postal-code-sources.ts';

export async function lookUpAddress(postcode: string): Promise<PostalAnswer> {
  try {
    const { lookUpPostcode } = await import('./postal-code-sources.ts');
    return await lookUpPostcode(postcode);
  } catch (failure) {
    environment().report(failure);
    return { state: 'unavailable' };
  }
}
