import * as contract from '../contract/handoff.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';
import { readCredentials } from './credentials.ts';

/**
 * Where whoever is signed in here goes on at the campaign's site without signing in again: its
 * address with a code that works once. Others, and whom no code could be got for, sign in there.
 * @param path at the site
 */
export async function wayToSite(path: string): Promise<string> {
  if (!readCredentials()) return path;
  try {
    const outcome = await call(contract.startHandoff);
    if (!outcome.ok) return path;
    return `/continuar#${new URLSearchParams({ codigo: outcome.answer.code, para: path })}`;
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}

/** Brings a code, once. */
export const finishHandoff = (code: string) => call(contract.finishHandoff, { body: { code } });
