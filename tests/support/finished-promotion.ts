import { gunzipSync } from 'node:zlib';
import { getTransparencyEndpoint, transparencyFiles } from '../../src/contract/transparency.ts';
import { tilePath } from '../../src/rules/log/log-tiles.ts';
import { readCheckpoint } from '../../src/rules/log/signed-note.ts';
import { textLines } from '../../src/rules/text.ts';
import type { ListName } from '../../src/rules/verification/check-promotion.ts';
import { drawToday, passTheEnd } from './draws.ts';
import type { TestGateway } from './gateway.ts';
import { sendApproved, sendFullReceipt, signUpWithAllFields } from './gateway-actions.ts';
import { moderate } from './moderation.ts';

/** The published files by name; of a log that fits into one page, its entries and their hashes. */
export type PublishedFiles = Record<
  'summary.json' | 'numbers.csv' | 'schedule.csv' | 'entries' | 'hashes',
  Buffer
>;

/** A promotion from its first receipts to its draw: six numbers, one of them void. */
export async function finishPromotion(site: TestGateway): Promise<void> {
  const [ana, bia] = [await signUpWithAllFields(site), await signUpWithAllFields(site)];
  for (let receipt = 0; receipt < 4; receipt += 1) await sendFullReceipt(site, ana);
  const { id } = await sendApproved(site, bia);
  await sendFullReceipt(site, bia);
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
}

/** The published files of a promotion, downloaded. */
export async function publishedFiles(site: TestGateway): Promise<PublishedFiles> {
  await site.publishLog();
  const download = async (path: string) => Buffer.from(await (await site.send(path)).arrayBuffer());
  const summary = await download(getTransparencyEndpoint.path);
  const { size = 0 } = readCheckpoint(JSON.parse(summary.toString()).checkpoint) ?? {};
  const tile = (level: 0 | 'entries') =>
    download(`${transparencyFiles.log}/${tilePath({ level, index: 0, width: size })}`);
  return {
    'summary.json': summary,
    entries: gunzipSync(await tile('entries')),
    hashes: await tile(0),
    'numbers.csv': await download(transparencyFiles.numbers),
    'schedule.csv': await download(transparencyFiles.schedule),
  };
}

/** Published files as the verifier opens them. */
export function openFiles(files: PublishedFiles) {
  const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
  return {
    summary: async () => files['summary.json'].toString(),
    lines: async (name: ListName) => textLines(blob(files[`${name}.csv`]).stream()),
    log: async (path: string) => files[path.startsWith('tile/entries/') ? 'entries' : 'hashes'],
  };
}
