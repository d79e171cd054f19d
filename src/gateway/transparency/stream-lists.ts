import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { listHeadings } from '../../rules/verification/expected-publication.ts';
import { type Queries, readInPages } from '../db/database.ts';
import { prizeMoments } from '../rewards/instant-prizes.ts';

const pageSize = 2000;

/** Numbers of each draw in order; a void one with the time it became void. */
export function numbersText(queries: Queries, campaignId: number): AsyncGenerator<string, void> {
  return listText(listHeadings.numbers, numberLine, (after) =>
    findListedNumbers(queries, { campaignId, after, limit: pageSize }),
  );
}

export function scheduleText(queries: Queries, campaignId: number): AsyncGenerator<string, void> {
  return listText(listHeadings.schedule, prizeLine, async (after) => {
    const prizes = await findListedPrizes(queries, { campaignId, after, limit: pageSize });
    const rows = [];
    for (const prize of prizes) {
      const { engineId, position } = prize;
      const moments = await prizeMoments(queries, { campaignId, engineId });
      const moment = prize.moment?.toISOString() ?? moments.momentOf(position);
      rows.push({ ...prize, moment, nonce: moments.nonceOf(position) });
    }
    return rows;
  });
}

function numberLine({ engineId, position, series, number, voidedAt }: ListedNumber): string {
  const shown = formatLuckyNumber({ series, number });
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

async function* listText<Row extends ListCursor>(
  heading: string,
  lineOf: (row: Row) => string,
  findPage: (after: ListCursor) => Promise<Row[]>,
): AsyncGenerator<string, void> {
  yield `${heading}\n`;
  const pages = readInPages<Row>(pageSize, (last) => findPage(last ?? beforeFirst));
  for await (const rows of pages) yield rows.map((row) => `${lineOf(row)}\n`).join('');
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

interface ListCursor {
  engineId: number;
  position: number;
}

const beforeFirst: ListCursor = { engineId: -1, position: -1 };

interface ListedNumber extends ListCursor {
  series: number;
  number: number;
  voidedAt: Date | null;
}

function findListedNumbers(
  queries: Queries,
  { campaignId, after, limit }: { campaignId: number; after: ListCursor; limit: number },
): Promise<ListedNumber[]> {
  return queries.query(
    `select engine_id as "engineId", counter as position, series, number, voided_at as "voidedAt"
     from lucky_numbers where campaign_id = $1 and (engine_id, counter) > ($2, $3)
     order by engine_id, counter limit $4`,
    [campaignId, after.engineId, after.position, limit],
  );
}

interface ListedPrize extends ListCursor {
  moment: Date | null;
  campaignPrizeId: number;
}

function findListedPrizes(
  queries: Queries,
  { campaignId, after, limit }: { campaignId: number; after: ListCursor; limit: number },
): Promise<ListedPrize[]> {
  return queries.query(
    `select engine_id as "engineId", position, moment, campaign_prize_id as "campaignPrizeId"
     from instant_prizes where campaign_id = $1 and (engine_id, position) > ($2, $3)
     order by engine_id, position limit $4`,
    [campaignId, after.engineId, after.position, limit],
  );
}
