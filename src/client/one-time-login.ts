import { environment } from '../environment.ts';

/** `/continuar` with a code that works once; without a session or after a failure the mere path. */
export async function loginLink(path: string): Promise<string> {
  try {
    return await (await import('./session-calls.ts')).oneTimeLink(path);
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
