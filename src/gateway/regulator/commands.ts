import { writeFile } from 'node:fs/promises';
import { readLedgerEntry } from '../../contract/ledger-entries.ts';
import { ledgerLine } from '../../rules/ledger.ts';
import { campaignOf } from '../cli/campaign-option.ts';
import { type Call, type Command, pathOf, type Row } from '../cli/command.ts';
import { readDrawReport } from '../draws/report.ts';
import { drawReportDocument } from '../draws/report-document.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { findLedgerEntries } from '../ledger/queries.ts';
import { writePrivateFile } from '../private-files.ts';

/** What the promotion puts on record: before its start, and after its draws. */
export const recordCommands: Command[] = [
  {
    usage: 'commitments show',
    does: 'shows what was committed to before the start, which /transparencia publishes',
    run: async (call) => commitmentRows((await firstEntry(call)).entry),
  },
  {
    usage: 'commitments publish <file>',
    does: 'writes the ledger’s first line, which holds them, to be deposited with others as well',
    run: async (call) => {
      const path = pathOf(call);
      const { position, hash, entry } = await firstEntry(call);
      if (!call.options['dry-run']) {
        await writeFile(path, `${ledgerLine({ position, hash }, entry)}\n`);
      }
      return [{ file: path, hash }];
    },
  },
  {
    usage: 'minutes <file>',
    does: 'writes a draft of the draws’ minutes, as HTML; it holds the winners’ personal data',
    run: writeMinutes,
  },
];

async function firstEntry({ database, options }: Call) {
  const { campaign } = await campaignOf(database, options);
  const page = { campaignId: Number(campaign.id), after: 0, limit: 1 };
  const [first] = await findLedgerEntries(database, page);
  if (!first) throw new Error('The ledger is empty');
  return first;
}

function commitmentRows(text: string): Row[] {
  const entry = readLedgerEntry(text);
  if (entry?.type !== 'COMMITMENTS') throw new Error('The ledger does not start with commitments');
  const { at, draws, schedules } = entry;
  return [
    ...draws.map(({ engine, commitment }) => ({ engine, of: 'key', sha256: commitment, at })),
    ...schedules.flatMap(({ engine, commitment, root }) => [
      { engine, of: 'seed', sha256: commitment, at },
      { engine, of: 'schedule', sha256: root, at },
    ]),
  ];
}

async function writeMinutes(call: Call): Promise<readonly Row[] | ApiError> {
  const { database, options } = call;
  const path = pathOf(call);
  const minutes = await readDrawReport(database, await campaignOf(database, options));
  const { draws } = minutes;
  if (draws.length === 0) {
    return apiError('NOT_ALLOWED_NOW', { message: 'Nenhum sorteio foi realizado.' });
  }
  if (!options['dry-run']) await writePrivateFile(path, drawReportDocument(minutes));
  const winners = draws.reduce((sum, draw) => sum + draw.winners.length, 0);
  return [{ file: path, draws: draws.length, winners }];
}
