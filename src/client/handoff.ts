import * as contract from '../contract/handoff.ts';
import { call } from './call.ts';

/** A code with which whoever is signed in goes on elsewhere. */
export const startHandoff = () => call(contract.startHandoff);

/** Brings a code, once. */
export const finishHandoff = (code: string) => call(contract.finishHandoff, { body: { code } });
