import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { listHeadings } from '../../rules/verification/published-lists.ts';
import type { Queries } from '../db/database.ts';
import { openSchedule } from '../rewards/instant-prizes.ts';
import {
  findListedNumbers,
  findListedPrizes,
  type LedgerPlace,
  type ListedNumber,
  type ListedPrize,
} from './queries.ts';

const pageSize = 2000;

/** Numbers of each draw in their order; a void one has the time since when it is. */
export function numbersText(queries: Queries, campaignId: number): AsyncGenerator<string, void> {
  return listText(listHeadings.numbers, numberLine, (after) =>
    findListedNumbers(queries, { campaignId, after, limit: pageSize }),
  );
}

export function scheduleText(queries: Queries, campaignId: number): AsyncGenerator<string, void> {
  return listText(listHeadings.schedule, prizeLine, async (after) => {
    const prizes = await findListedPrizes(queries, { campaignId, after, limit: pageSize });
    return Promise.all(
      prizes.map(async (prize) => {
        const { engineId, position } = prize;
        const schedule = await openSchedule(queries, { campaignId, engineId });
        const moment = prize.moment?.toISOString() ?? schedule.momentOf(position);
        return { ...prize, moment, nonce: schedule.nonceOf(position) };
      }),
    );
  });
}

function numberLine({ engineId, position, series, number, voidedAt }: ListedNumber): string {
  const shown = formatLuckyNumber(series, number);
  return [engineId, position, shown, voidedAt?.toISOString() ?? ''].join(',');
}

function prizeLine({
  engineId,
  position,
  moment,
  campaignPrizeId,
  nonce,
}: Omit<ListedPrize, 'moment'> & { moment: string; nonce: string }): string {
  return [engineId, position, moment, campaignPrizeId, nonce].join(',');
}

async function* listText<Row extends LedgerPlace>(
  heading: string,
  lineOf: (row: Row) => string,
  findPage: (after: LedgerPlace) => Promise<Row[]>,
): AsyncGenerator<string, void> {
  yield `${heading}\n`;
  let after: LedgerPlace | undefined = { engineId: -1, position: -1 };
  while (after) {
    const rows: Row[] = await findPage(after);
    yield rows.map((row) => `${lineOf(row)}\n`).join('');
    after = rows.length === pageSize ? rows.at(-1) : undefined;
  }
}

/** Reads the next page only once the client has taken the one before. */
export function textStream(pages: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const page = await pages.next();
      if (page.done) controller.close();
      else controller.enqueue(encoder.encode(page.value));
    },
    async cancel() {
      await pages.return();
    },
  });
}
