import { environment } from '../environment.ts';
import { oneTimeLoginPath } from '../paths.ts';

/** `/continuar` with a code that works once; without a session the path, to sign in there. */
export async function loginLink(path: string): Promise<string> {
  try {
    const { oneTimeCode } = await import('./session-calls.ts');
    const code = await oneTimeCode();
    if (!code) return path;
    return `${oneTimeLoginPath}#${new URLSearchParams({ codigo: code, para: path })}`;
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
