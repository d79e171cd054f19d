import { median } from './median.ts';
/**
 * What the time of an answer tells about whether an address has an account: `node
 * tests/bench/enumeration.ts [samples]`. Known and unknown addresses take turns, so that what else
 * the machine does falls on both.
 */

import { defaultPasswordCost } from '../../src/gateway/services/identity/password-hash.ts';
import { openGateway } from '../support/gateway.ts';
import { callToolkit } from '../support/identity-toolkit.ts';

const samples = Number(process.argv[2] ?? 200);
const site = await openGateway({ passwordCost: defaultPasswordCost });
const { email } = (await site.signUp()).consumer;
const { tenantId } = site.gateway.settings.identity;

let callers = 0;

/** Every call from an address of its own, and long after the one before: no earlier guess counts. */
async function millisecondsOf(action: string, body: object): Promise<number> {
  callers += 1;
  site.passTime(60 * 60_000);
  const before = performance.now();
  await callToolkit(site, action, body, `198.18.${callers >> 8}.${callers & 255}`);
  const passed = performance.now() - before;
  await site.settle();
  return passed;
}

const rows = [];
for (const [action, details] of [
  ['signInWithPassword', { password: 'Errada1', tenantId }],
  ['sendOobCode', { requestType: 'PASSWORD_RESET', tenantId }],
] as const) {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const stranger = `ninguem-${sample}@exemplo.com.br`;
    const askKnown = async () => known.push(await millisecondsOf(action, { email, ...details }));
    const askUnknown = async () =>
      unknown.push(await millisecondsOf(action, { email: stranger, ...details }));
    for (const ask of sample % 2 ? [askKnown, askUnknown] : [askUnknown, askKnown]) await ask();
  }
  const [one, other] = [median(known), median(unknown)];
  const difference = `${((Math.abs(one - other) / one) * 100).toFixed(1)} %`;
  rows.push({ action, samples, known: one.toFixed(2), unknown: other.toFixed(2), difference });
}
console.table(rows);
await site.close();
