import { environment } from '../environment.ts';

/**
 * Where whoever is signed in here goes on at the campaign's site without signing in again: its
 * address with a code that works once. Others, and whom no code could be got for, sign in there.
 * @param path at the site
 */
export async function loginLink(path: string): Promise<string> {
  try {
    const { addressWithCode } = await import('./handoff.ts');
    return await addressWithCode(path);
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
