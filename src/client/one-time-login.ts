import { environment } from '../environment.ts';
import { oneTimeLoginPath } from '../paths.ts';

/**
 * Where a user of a frame or widget goes on at the campaign's site: `/continuar` with a code that
 * works once, or the plain path, where they sign in.
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
