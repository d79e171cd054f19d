import * as contract from '../contract/personal-data.ts';
import { call } from './call.ts';

/** Everything held about whoever is signed in. */
export const fetchPersonalData = () => call(contract.getPersonalData);

export const fetchConsents = () => call(contract.listConsents);

export const withdrawConsent = (code: string) =>
  call(contract.withdrawConsent, { parameters: { code } });

export const giveConsent = (code: string) => call(contract.giveConsent, { parameters: { code } });

/** Good for a few minutes after signing in. */
export const eraseMe = () => call(contract.eraseMe);
