import { listReceiptsEndpoint } from '../../../src/contract/receipts.ts';
import { getTransparencyEndpoint, transparencyFiles } from '../../../src/contract/transparency.ts';
import { makeDraw } from '../../../src/gateway/draws/make-draw.ts';
import { findPublishedHead } from '../../../src/gateway/ledger/queries.ts';
import { isRefusal } from '../../../src/gateway/refusal.ts';
import { transparencyReader } from '../../../src/gateway/transparency/summary.ts';
import { tilePath, tileWidth } from '../../../src/rules/log/log-tiles.ts';
import { drawRequest } from '../../support/draws.ts';
import type { TestConsumer, TestGateway } from '../../support/gateway.ts';
import type { Figure } from '../figure.ts';
import { growthFigures, type Point } from './exponent.ts';
import { gatherStatistics, openGrowingSite, sendOne, timeCall } from './growing-site.ts';
import { addPeople, addReceipts, findOwners } from './population.ts';

const quantities = [10, 1000, 100_000, 1_000_000];

/** How long things take in a promotion of that many people, every fifth with a receipt. */
export async function measureParticipants(): Promise<Figure[]> {
  const { site, person, receipt, close } = await openGrowingSite();
  const { database } = site.gateway;
  const points = new Map<string, Point[]>();
  let there = 0;
  for (const n of quantities) {
    const newcomers = { first: there + 1, last: n };
    await addPeople(database, { like: person.id, ...newcomers });
    const owners = await findOwners(database, newcomers);
    const senders = owners.filter((_, index) => index % 5 === 0);
    await addReceipts(database, { like: receipt, owners: senders, now: site.clock.now });
    await gatherStatistics(site);
    there = n;
    for (const [name, value] of Object.entries(await timeAll(site, person, n))) {
      points.set(name, [...(points.get(name) ?? []), { n, value }]);
    }
  }
  await close();
  const about = { unit: 'ms', of: 'participants', how: 'median of 9, PostgreSQL' };
  return [...points].flatMap(([name, found]) => growthFigures(name, about, found));
}

async function timeAll(site: TestGateway, person: TestConsumer, people: number) {
  const middle = { ...person, email: `growth-${people >> 1}@exemplo.com.br` };
  const { token } = person;
  return {
    'sign-in': await timeCall(() => site.signIn(middle)),
    'receipt sent': await timeCall(() => sendOne(site, person)),
    "a participant's list": await timeCall(() => site.call(listReceiptsEndpoint, { token })),
    'summary of the ledger': await timeCall(() => site.call(getTransparencyEndpoint)),
    'summary after a start': await timeCall(() => transparencyReader(site.gateway)(site.clock.now)),
    'end of the ledger': await timeCall(() => readLedgerEnd(site)),
    'a bundle of the ledger': await timeCall(() => readFirstBundle(site)),
    draw: await timeCall(() => tryDraw(site)),
  };
}

/** What a verifier reads that has checked the rest before. */
async function readLedgerEnd(site: TestGateway): Promise<void> {
  await site.publishLog();
  const { size } = await findPublishedHead(site.gateway.database, 19);
  const [index, width] = [Math.floor(size / tileWidth), size % tileWidth];
  if (width === 0) return;
  await read(site, `${transparencyFiles.log}/${tilePath({ level: 'entries', index, width })}`);
}

async function readFirstBundle(site: TestGateway): Promise<void> {
  const { size } = await findPublishedHead(site.gateway.database, 19);
  const first = tilePath({ level: 'entries', index: 0, width: Math.min(size, tileWidth) });
  await read(site, `${transparencyFiles.log}/${first}`);
}

async function read(site: TestGateway, path: string): Promise<void> {
  const response = await site.send(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  for await (const _ of response.body ?? []);
}

/** Makes the draw, and takes it back. @throws Error when it is refused */
async function tryDraw({ gateway }: TestGateway): Promise<void> {
  const { snapshot, database } = gateway;
  const request = drawRequest(snapshot);
  const tried = new Error('Only tried');
  const drawing = database.transaction(async (queries) => {
    await queries.query('update campaigns set closed_at = now()');
    const made = await makeDraw(queries, snapshot, request);
    if (isRefusal(made) || !made.prizes[0]?.winner) throw new Error('The draw has no winner');
    throw tried;
  });
  await drawing.catch((error: unknown) => {
    if (error !== tried) throw error;
  });
}
