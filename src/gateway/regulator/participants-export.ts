import type { FileHandle } from 'node:fs/promises';
import { scpcMessage } from '../../rules/messages.ts';
import { scpcHeading, scpcLine } from '../../rules/scpc.ts';
import { campaignOf, drawOf } from '../cli/campaign-option.ts';
import { type Call, type Command, pathOf, type Row } from '../cli/command.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { replaceFile } from '../private-files.ts';
import { findParticipations } from '../rewards/engine-order-queries.ts';
import { checkParticipantsFile } from './participants-file.ts';

/** Numbers read and written at a time. */
const pageSize = 5000;
/** Problems of a list that are told; mending the first ones often mends the rest. */
const toldProblems = 100;

/** The list of participants for the authority’s system. */
export const scpcCommands: Command[] = [
  {
    usage: 'scpc export <file> [--engine <id>]',
    does: 'writes the list of participants of a draw, as SCPC takes it; void numbers are not in it',
    run: exportList,
  },
  {
    usage: 'scpc check <file>',
    does: 'checks such a list by every rule, naming line and column',
    run: checkList,
  },
];

async function exportList(call: Call): Promise<readonly Row[]> {
  const path = pathOf(call);
  const write = (file: FileHandle | null) => writeList(call, file);
  const numbers = call.options['dry-run'] ? await write(null) : await replaceFile(path, write);
  return [{ file: path, numbers }];
}

/** Writes the list, or only counts it; the numbers in it. */
async function writeList(call: Call, file: FileHandle | null): Promise<number> {
  const { database, options } = call;
  const snapshot = await campaignOf(database, options);
  const engineId = Number(drawOf(snapshot, options).id);
  const page = { campaignId: Number(snapshot.campaign.id), engineId, limit: pageSize };
  let [after, lines] = [0, 0];
  await file?.write(`${scpcHeading}\r\n`);
  for (;;) {
    const numbers = await findParticipations(database, { ...page, after });
    await file?.write(numbers.map((number) => `${scpcLine(number)}\r\n`).join(''));
    lines += numbers.length;
    after = numbers.at(-1)?.id ?? after;
    if (numbers.length < pageSize) return lines;
    call.progress(`${lines} numbers`);
  }
}

async function checkList(call: Call): Promise<readonly Row[] | ApiError> {
  const path = pathOf(call);
  const { lines, problems } = await checkParticipantsFile(path, call.progress);
  if (problems.length === 0) return [{ file: path, numbers: lines - 1, problems: 0 }];
  const fields = problems.slice(0, toldProblems).map(({ line, column, problem }) => ({
    field: [`linha ${line}`, column].filter(Boolean).join(', '),
    message: scpcMessage(problem),
  }));
  const message = `A lista tem ${problems.length} problema(s).`;
  return apiError('INVALID_REQUEST', { message, fields });
}
