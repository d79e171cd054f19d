import { environment } from '../environment.ts';

/** The address at which a user goes on at the campaign's site, signed in. */
export async function loginLink(path: string): Promise<string> {
  try {
    return await (await import('./session-calls.ts')).signedInPath(path);
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
