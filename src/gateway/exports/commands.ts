import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { recordExport } from '../cli/acts.ts';
import {
  type Call,
  type Command,
  campaignOf,
  fileNamed,
  idsOf,
  isOfCampaign,
  type Row,
  StoppedByOperator,
} from '../cli/command.ts';
import { writeCsv } from '../cli/csv-file.ts';
import { filterOf, filterUsage } from '../cli/list-options.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { privateFolderMode, replaceFile } from '../private-files.ts';
import { findReceipt } from '../receipts/queries.ts';
import { fileNameOf } from '../receipts/receipt-files.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ExportKind, type ExportPages, exportKinds } from './export-kinds.ts';

const listCommands: readonly Command[] = Object.entries(exportKinds).map(([name, kind]) => ({
  usage: kind.isDaily
    ? `export ${name} <file> [--day <yyyy-MM-dd>] [--from <day>] [--to <day>]`
    : `export ${name} <file> ${filterUsage}${kind.keyOf ? ' [--key <key>]' : ''} [--from <day>] [--to <day>]`,
  does: `writes as CSV for a spreadsheet: ${kind.does}`,
  run: (call: Call) => write(call, kind),
}));

export const exportCommands: readonly Command[] = [
  ...listCommands,
  {
    usage: 'receipts picture <id>... [<folder>]',
    does: [
      'writes the pictures, or PDFs, of one or several receipts into a folder of your own (notas, unless you',
      'name another), to look at them side by side; wherever STORAGE_URL keeps them',
    ].join('\n'),
    run: (call) => {
      const last = call.words.at(-1) ?? '';
      const isFolder = call.words.length > 1 && !/^\d+$/.test(last);
      const ids = idsOf(isFolder ? call.words.slice(0, -1) : call.words);
      return savePictures(call, ids, resolve(call.directory, isFolder ? last : 'notas'));
    },
  },
];

async function write(call: Call, kind: ExportKind): Promise<readonly Row[]> {
  const { database, options } = call;
  const path = fileNamed(call);
  const snapshot = await campaignOf(database, options);
  const filter = {
    ...(await filterOf(database, options, kind)),
    campaignId: campaignIdOf(snapshot.campaign),
  };
  await recordExport(call);
  const pages = kind.read(database, filter, snapshot);
  const rows = options['dry-run']
    ? await count(pages)
    : await writeCsv(path, { headings: kind.headings, pages }, call.progress);
  return [{ file: path, rows }];
}

async function count(pages: ExportPages): Promise<number> {
  let rows = 0;
  for await (const page of pages) rows += page.length;
  return rows;
}

async function savePictures(
  call: Call,
  ids: readonly number[],
  folder: string,
): Promise<readonly Row[] | Refusal> {
  const { database, options, storage } = call;
  const missing = refuse('NOT_FOUND');
  const rows: Row[] = [];
  for (const id of ids) {
    if (call.signal?.aborted) throw new StoppedByOperator(rows.length, ids.length);
    const isOurs = await isOfCampaign(database, options, { table: 'receipts', id });
    const receipt = isOurs ? await findReceipt(database, id) : null;
    const bytes = receipt?.fileKey ? await storage.get(receipt.fileKey) : null;
    if (!receipt || !bytes) {
      rows.push({ id, refused: `${missing.code}: ${missing.message}` });
      continue;
    }
    const file = join(folder, fileNameOf(receipt));
    rows.push({ id, file });
    if (options['dry-run']) continue;
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    await recordExport({ database: call.acting(id, call.clock()) });
    await replaceFile(file, (handle) => handle.writeFile(bytes));
  }
  return rows.some((row) => 'file' in row) ? rows : missing;
}
