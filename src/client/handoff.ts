import * as contract from '../contract/handoff.ts';
import { call } from './call.ts';
import { readCredentials } from './credentials.ts';

/**
 * The path with a code that signs whoever is signed in here in at the site, once; else the path.
 * Throws Failure.
 */
export async function addressWithCode(path: string): Promise<string> {
  const outcome = readCredentials() && (await call(contract.startHandoff));
  if (!outcome?.ok) return path;
  return `/continuar#${new URLSearchParams({ codigo: outcome.answer.code, para: path })}`;
}

/** Brings a code, once. */
export const finishHandoff = (code: string) => call(contract.finishHandoff, { body: { code } });
