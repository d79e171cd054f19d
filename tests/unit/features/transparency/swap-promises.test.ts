import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  storedInclusionPromises,
  storeInclusionPromise,
} from '../../../../src/client/ledger-promises.ts';
import {
  getTransparencyEndpoint,
  transparencyFiles,
} from '../../../../src/contract/transparency.ts';
import { swapInclusionPromises } from '../../../../src/features/transparency/swap-promises.ts';
import { readInclusionPromise, readProof } from '../../../../src/rules/log/evidence.ts';
import { promisesKey } from '../../../../src/storage-keys.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../../../support/gateway.ts';
import { signUpWithAllFields } from '../../../support/gateway-actions.ts';
import { openHost } from '../../../support/site-environment.ts';

let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  ana = await signUpWithAllFields(site);
});
afterAll(() => site.close());

async function promised(): Promise<string> {
  const { promise } = (await site.sendReceipt(ana, { totalAmount: 30 })).body;
  return promise ?? '';
}

/** As the page asks for files of the log. */
async function readFile(path: string): Promise<Uint8Array> {
  const response = await site.send(`${transparencyFiles.log}/${path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
}

async function swap() {
  const { checkpoint } = (await site.call(getTransparencyEndpoint)).body;
  await swapInclusionPromises(checkpoint, readFile);
  return storedInclusionPromises().map(({ text }) => text);
}

test('a kept note stays until its entries are published, and then their proofs take its place', async () => {
  openHost(site);
  const older = await promised();
  await site.publishLog();
  const note = await promised();
  storeInclusionPromise(older);
  storeInclusionPromise(note);
  const swapped = await swap();
  expect(swapped.at(-1)).toBe(note);
  expect(swapped).not.toContain(older);

  await site.publishLog();
  const proofs = await swap();
  const entries = proofs.map((text) => {
    expect(readInclusionPromise(text)).toBeNull();
    return JSON.parse(Buffer.from(readProof(text)?.entry ?? []).toString());
  });
  expect(entries.map(({ type }) => type).sort()).toEqual([
    'NUMBERS_ISSUED',
    'NUMBERS_ISSUED',
    'PRIZE_WON',
  ]);
});

test('notes of another campaign, and what is no note, are left alone', async () => {
  const host = openHost(site);
  const other = (await promised()).replaceAll('/promocao/19', '/promocao/20');
  storeInclusionPromise(other);
  await site.publishLog();
  expect(await swap()).toEqual([]);
  expect(host.storage.get(promisesKey)).toBe(JSON.stringify([other]));
});
