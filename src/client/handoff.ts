import type { BodyOf } from '../contract/endpoint.ts';
import * as contract from '../contract/sign-in.ts';
import { call } from './call.ts';
import { readCredentials } from './credentials.ts';

/** The path, with a code for the site where the user is signed in here. Throws Failure. */
export async function addressWithCode(path: string): Promise<string> {
  const outcome = readCredentials() && (await call(contract.startHandoff));
  if (!outcome?.ok) return path;
  return `/continuar#${new URLSearchParams({ codigo: outcome.value.code, para: path })}`;
}

/** Whom a code would let in; it stays good. Throws Failure. */
export const readHandoff = (code: string) => call(contract.readHandoff, { body: { code } });

/** Brings a code, once. Throws Failure. */
export const finishHandoff = (body: BodyOf<typeof contract.finishHandoff>) =>
  call(contract.finishHandoff, { body });
