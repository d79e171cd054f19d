import {
  type Command,
  type CommandCall,
  fileArgument,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { writeCsv } from '../cli/csv.ts';
import { filterOf, filterUsage } from '../cli/list-options.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { type ExportKind, type ExportPages, exportKinds } from './export-kinds.ts';

export const exportCommands: readonly Command[] = Object.entries(exportKinds).map(
  ([name, kind]) => ({
    usage: kind.isDaily
      ? `export ${name} <file> [--day <yyyy-MM-dd>] [--from <day>] [--to <day>]`
      : `export ${name} <file> ${filterUsage}${kind.keyOf ? ' [--key <key>]' : ''} [--from <day>] [--to <day>]`,
    does: `writes as CSV for a spreadsheet: ${kind.does}`,
    run: (call: CommandCall) => write(call, kind),
  }),
);

async function write(call: CommandCall, kind: ExportKind): Promise<readonly Row[]> {
  const { database, options } = call;
  const path = fileArgument(call);
  const snapshot = await snapshotFor(database, options);
  const filter = {
    ...(await filterOf(database, options, kind)),
    campaignId: campaignIdOf(snapshot.campaign),
  };
  await call.recordAudit();
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
