import { environment } from '../environment.ts';

export async function loginLink(path: string): Promise<string> {
  try {
    return await (await import('./session-calls.ts')).signedInPath(path);
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}
