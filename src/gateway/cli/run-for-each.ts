import type { Queries } from '../db/database.ts';
import { type ApiError, apiError, isApiError } from '../http/api-error.ts';
import { type Call, isOfCampaign, type RecordTable, type Row } from './command.ts';

/**
 * Runs `work` for each record in its own transaction, dated when its turn comes: one for hundreds
 * would block all other calls. A refusal becomes a row with its reason; when all are refused, the
 * result is the first refusal. Ends before the next record once the operator has left.
 * @param table the records' table, to apply --campaign; null when `work` checks that itself
 */
export async function runForEach<Id extends number | string>(
  call: Call,
  { table, ids }: { table: RecordTable | null; ids: readonly Id[] },
  work: (queries: Queries, id: Id, now: Date) => Promise<readonly Row[] | ApiError>,
): Promise<readonly Row[] | ApiError> {
  const isOurs = async (queries: Queries, id: Id) =>
    table === null || isOfCampaign(queries, call.options, { table, id: Number(id) });
  const rows: Row[] = [];
  const refused: ApiError[] = [];
  for (const id of ids) {
    if (call.signal?.aborted) throw new StoppedByOperator(ids.indexOf(id), ids.length);
    const now = call.clock();
    const answer = await call
      .acting(id, now)
      .transaction(async (queries) =>
        (await isOurs(queries, id)) ? work(queries, id, now) : apiError('NOT_FOUND'),
      );
    if (isApiError(answer)) {
      refused.push(answer);
      rows.push({ id, refused: errorText(answer) });
    } else {
      rows.push(...answer);
    }
    if (ids.length > 1 && rows.length % step === 0)
      call.progress(`${rows.length} of ${ids.length}`);
  }
  const [first] = refused;
  if (first && refused.length === ids.length) return first;
  if (first) call.progress(`${refused.length} of ${ids.length} were refused.`);
  return rows;
}

const step = 100;

export class StoppedByOperator extends Error {
  override readonly name = 'StoppedByOperator';

  constructor(done: number, all: number) {
    super(`Stopped after ${done} of ${all}.`);
  }
}

function errorText({ code, message, fields }: ApiError): string {
  return [
    `${code}: ${message}`,
    ...fields.map((fieldError) => `${fieldError.field}: ${fieldError.message}`),
  ].join(' ');
}
