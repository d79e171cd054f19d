import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transparency } from '../../src/contract/transparency.ts';
import { instantOf } from '../../src/rules/dates.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import { verify } from '../../src/standalone-verifier/verificar.ts';
import { drawToday, passTheEnd } from '../support/draws.ts';
import { openFiles, type PublishedFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { openStampService, type StampService } from '../support/stamp-service.ts';

let service: StampService;
let site: TestGateway;
let files: PublishedFiles;

beforeAll(async () => {
  service = await openStampService();
  site = await openStamped(new Date());
  files = await runPromotion(site);
});
afterAll(async () => {
  await site.close();
  await service.close();
});

/** A campaign that is seeded before its start. The service's clock is the real one. */
function openStamped(now: Date): Promise<TestGateway> {
  const settings = { timestampUrl: 'https://carimbo.example' };
  return openGateway({ window: 'before', now, fetch: service.fetch, settings });
}

/** From its seeding to its draw, stamped when due. */
async function runPromotion(own: TestGateway): Promise<PublishedFiles> {
  await own.publishLog();
  await own.stamp();
  const { startsAt, endsAt } = own.gateway.snapshot.campaign;
  own.clock.now = new Date(instantOf(startsAt).getTime() + 3_600_000);
  await own.sendReceipt(await own.signUp());
  own.clock.now = new Date(instantOf(endsAt).getTime() + 3_600_000);
  expect((await own.operate('close')).exitCode).toBe(0);
  const list = await own.operate('freeze', 'lista.csv', '--unjudged', 'Análise');
  expect(list.exitCode, list.text).toBe(0);
  expect(list.progress.join()).toContain('It has no time stamp yet, and needs one before ');
  await own.publishLog();
  await own.stamp();
  passTheEnd(own);
  const drawn = await drawToday(own);
  expect(drawn.exitCode, drawn.text).toBe(0);
  return publishedFiles(own);
}

/** A stamp with another public key in the certificate that it brings. */
function withKey(answer: string): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const bytes = Buffer.from(answer, 'base64');
  // What stands before a point of this curve is the same in every such key.
  key.copy(bytes, bytes.indexOf(key.subarray(0, key.length - 65)));
  return bytes.toString('base64');
}

async function stampCheck(
  published: PublishedFiles,
  change: (stamps: Transparency['stamps']) => Transparency['stamps'] = (stamps) => stamps,
): Promise<{ faults: Check[]; check: Check | undefined; sentences: string }> {
  const summary = JSON.parse(published['summary.json'].toString());
  const text = JSON.stringify({ ...summary, stamps: change(summary.stamps) });
  const checks: Check[] = [];
  const changed = { ...published, 'summary.json': Buffer.from(text) };
  for await (const check of verify(openFiles(changed))) checks.push(check);
  return {
    faults: checks.filter(({ verdict }) => verdict === 'wrong'),
    check: checks.find(({ name }) => name === 'Carimbos de tempo'),
    sentences: checks.map(({ sentence }) => sentence).join('\n'),
  };
}

test('commitments stamped before the start and a list before the extraction are right', async () => {
  const { faults, check, sentences } = await stampCheck(files);
  expect(faults).toEqual([]);
  expect(check?.sentence).toMatch(
    /^Um terceiro carimbou \d+ lançamentos em .*\. A assinatura é do certificado que o carimbo traz \(CN=Carimbo de teste\); .* openssl ts -verify\.$/,
  );
  expect(sentences).not.toContain('não tem carimbos');
});

test.each<[string, (stamps: Transparency['stamps']) => Transparency['stamps'], RegExp]>([
  ['no stamp at all', () => [], /^O lançamento 1, dos compromissos, não tem carimbo/],
  [
    'none of the frozen list',
    (stamps) => stamps.slice(0, 1),
    /^O lançamento \d+ congela a lista do sorteio 101 sem carimbo de tempo de antes da extração\.$/,
  ],
  [
    'the answer about another checkpoint',
    ([first, ...others]) => others.map((stamp) => ({ ...stamp, answer: first?.answer ?? '' })),
    /^Um carimbo de tempo não é deste registro\.$/,
  ],
  [
    'a checkpoint that was not the log’s',
    (stamps) => stamps.map(({ checkpoint, answer }) => ({ checkpoint: `x${checkpoint}`, answer })),
    /^Um carimbo de tempo não é deste registro\.$/,
  ],
  [
    'a stamp of another key than its certificate’s',
    (stamps) => stamps.map(({ checkpoint, answer }) => ({ checkpoint, answer: withKey(answer) })),
    /^Um carimbo de tempo não foi assinado pelo certificado que traz\.$/,
  ],
  [
    'a stamp whose signature was changed',
    (stamps) =>
      stamps.map(({ checkpoint, answer }) => {
        const bytes = Buffer.from(answer, 'base64');
        const last = bytes.length - 1;
        bytes[last] = (bytes[last] ?? 0) ^ 1;
        return { checkpoint, answer: bytes.toString('base64') };
      }),
    /^Um carimbo de tempo não foi assinado pelo certificado que traz\.$/,
  ],
])('a log with %s is refused where its commitments promise stamps', async (_, change, says) => {
  const { faults } = await stampCheck(files, change);
  expect(faults.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(says)]);
});

test('stamps of after the start and after the extraction count for nothing', async () => {
  const late = await openStamped(new Date('2020-03-10T12:00:00Z'));
  const { faults } = await stampCheck(await runPromotion(late));
  expect(faults[0]?.sentence).toMatch(/^O lançamento 1, dos compromissos, não tem carimbo/);
  await late.close();
});

test('a list that was not frozen before the extraction is frozen late only when that is wanted', async () => {
  const own = await openStamped(new Date('2020-03-10T12:00:00Z'));
  await own.publishLog();
  const { startsAt } = own.gateway.snapshot.campaign;
  own.clock.now = new Date(instantOf(startsAt).getTime() + 3_600_000);
  await own.sendReceipt(await own.signUp());
  passTheEnd(own);
  expect((await own.operate('close')).exitCode).toBe(0);
  const { now } = own.clock;
  // The extraction was an hour before.
  own.clock.now = new Date(now.getTime() - 3_600_000 - 4 * 60_000);
  const tooClose = await own.operate('freeze', '--unjudged', 'Análise');
  expect(tooClose.text).toMatch(/pode não chegar antes da extração: .* repita com --force\.$/);
  own.clock.now = now;
  const refusal = {
    exitCode: 1,
    text: expect.stringMatching(
      /^NOT_ALLOWED_NOW: A extração foi em .*, e a lista não foi congelada e carimbada antes dela, .* repita com --force\.$/,
    ),
  };
  expect(await own.operate('freeze', '--unjudged', 'Análise')).toMatchObject(refusal);
  expect(await drawToday(own)).toMatchObject(refusal);
  const drawn = await drawToday(own, '--force');
  expect(drawn.exitCode, drawn.text).toBe(0);
  await own.close();
});
