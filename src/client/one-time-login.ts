import { environment } from '../environment.ts';
import { oneTimeLoginPath } from '../paths.ts';

/**
 * Where the user of a frame or a widget goes on at the campaign's site without signing in again: the
 * page `/continuar` with a code that works once. A user who is not signed in here, or for whom no
 * code could be had, signs in there. What makes the code is loaded when it is needed.
 * @param path at the site
 */
export async function loginLink(path: string): Promise<string> {
  try {
    const { oneTimeCode } = await import('./session.ts');
    const code = await oneTimeCode();
    if (!code) return path;
    return `${oneTimeLoginPath}#${new URLSearchParams({ codigo: code, para: path })}`;
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
