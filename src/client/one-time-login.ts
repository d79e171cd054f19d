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
    const [{ call }, { readCredentials }, { startHandoff }] = await Promise.all([
      import('./call.ts'),
      import('./credentials.ts'),
      import('../contract/sign-in.ts'),
    ]);
    const result = readCredentials() && (await call(startHandoff));
    if (!result?.ok) return path;
    return `${oneTimeLoginPath}#${new URLSearchParams({ codigo: result.value.code, para: path })}`;
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
