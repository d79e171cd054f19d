import type { LuckyNumber } from '../../rules/lucky-numbers.ts';
import { judgedStatuses } from '../../rules/receipt-status.ts';
import type { Queries } from '../db/database.ts';

interface DrawKey {
  campaignId: number;
  engineId: number;
}

export interface DrawRecord extends DrawKey {
  federalPrizes: readonly string[];
  /** The day of the extraction, `yyyy-MM-dd`. */
  extraction: string;
  drawnSeries: number;
  drawnNumber: number;
  /** As they are shown: nearer numbers of people who had won as often as they may. */
  passedOver: readonly string[];
  madeAt: Date;
}

export interface NewWinner {
  position: number;
  campaignPrizeId: number;
  luckyNumberId: number;
  consumerId: number;
}

/** A winner with what the accounts and the people concerned may read. */
export interface WinnerRecord extends NewWinner, LuckyNumber {
  engineId: number;
  receiptId: number;
}

/** Receipts with numbers in a draw that moderation may still take out of it. */
export async function countUnjudgedReceipts(queries: Queries, engineId: number): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    `select count(*) from receipts where status <> all($2::text[]) and exists (
       select 1 from lucky_numbers
       where receipt_id = receipts.id and engine_id = $1 and voided_at is null
     )`,
    [engineId, judgedStatuses],
  );
  return row?.count ?? 0;
}

/** Nothing is given out or voided until this transaction ends. */
export async function holdLuckyNumbers(queries: Queries): Promise<void> {
  await queries.query('lock table lucky_numbers in share mode');
}

/** The series that hold numbers which are not void, ascending. */
export async function findSeriesInDraw(
  queries: Queries,
  { campaignId, engineId }: DrawKey,
): Promise<number[]> {
  const rows = await queries.query<{ series: number }>(
    `select distinct series from lucky_numbers
     where campaign_id = $1 and engine_id = $2 and voided_at is null order by series`,
    [campaignId, engineId],
  );
  return rows.map(({ series }) => series);
}

/** The numbers of a series that are not void, ascending. */
export async function findNumbersInDraw(
  queries: Queries,
  { campaignId, engineId, series }: DrawKey & { series: number },
): Promise<Int32Array> {
  const [row] = await queries.query<{ numbers: number[] | null }>(
    `select array_agg(number order by number) as numbers from lucky_numbers
     where campaign_id = $1 and engine_id = $2 and series = $3 and voided_at is null`,
    [campaignId, engineId, series],
  );
  return Int32Array.from(row?.numbers ?? []);
}

/** The consumer who owns a lucky number. */
export async function findOwner(
  queries: Queries,
  { campaignId, engineId, series, number }: DrawKey & LuckyNumber,
): Promise<Pick<NewWinner, 'luckyNumberId' | 'consumerId'>> {
  const [row] = await queries.query<Pick<NewWinner, 'luckyNumberId' | 'consumerId'>>(
    `select id as "luckyNumberId", consumer_id as "consumerId" from lucky_numbers
     where campaign_id = $1 and engine_id = $2 and series = $3 and number = $4`,
    [campaignId, engineId, series, number],
  );
  if (!row) throw new Error(`No consumer has ${series}.${number}`);
  return row;
}

/** @returns false when the engine has had its draw. */
export async function insertDraw(queries: Queries, draw: DrawRecord): Promise<boolean> {
  const rows = await queries.query(
    `insert into draws (campaign_id, engine_id, federal_prizes, extraction, drawn_series,
       drawn_number, passed_over, made_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7::jsonb, $8)
     on conflict do nothing returning engine_id`,
    [
      draw.campaignId,
      draw.engineId,
      JSON.stringify(draw.federalPrizes),
      draw.extraction,
      draw.drawnSeries,
      draw.drawnNumber,
      JSON.stringify(draw.passedOver),
      draw.madeAt,
    ],
  );
  return rows.length === 1;
}

export async function insertWinner(
  queries: Queries,
  { campaignId, engineId }: DrawKey,
  winner: NewWinner,
): Promise<void> {
  const { position, campaignPrizeId, luckyNumberId, consumerId } = winner;
  await queries.query(
    `insert into winners (campaign_id, engine_id, position, campaign_prize_id, lucky_number_id,
       consumer_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [campaignId, engineId, position, campaignPrizeId, luckyNumberId, consumerId],
  );
}

/** In the order of the engines. */
export function findDraws(queries: Queries, campaignId: number): Promise<DrawRecord[]> {
  return queries.query(
    `select campaign_id as "campaignId", engine_id as "engineId",
       federal_prizes as "federalPrizes", extraction, drawn_series as "drawnSeries",
       drawn_number as "drawnNumber", passed_over as "passedOver", made_at as "madeAt"
     from draws where campaign_id = $1 order by engine_id`,
    [campaignId],
  );
}

const winnerColumns = `winners.engine_id as "engineId", position,
  campaign_prize_id as "campaignPrizeId", lucky_number_id as "luckyNumberId",
  winners.consumer_id as "consumerId", series, number, receipt_id as "receiptId"`;

/** In the order of the engines and of their prizes. */
export function findWinners(queries: Queries, campaignId: number): Promise<WinnerRecord[]> {
  return queries.query(
    `select ${winnerColumns} from winners join lucky_numbers on lucky_numbers.id = lucky_number_id
     where winners.campaign_id = $1 order by winners.engine_id, position`,
    [campaignId],
  );
}

/** What a consumer won in draws, and when. */
export function findWins(
  queries: Queries,
  consumerId: number,
): Promise<(WinnerRecord & { madeAt: Date })[]> {
  return queries.query(
    `select ${winnerColumns}, made_at as "madeAt"
     from winners join lucky_numbers on lucky_numbers.id = lucky_number_id
       join draws on draws.campaign_id = winners.campaign_id
         and draws.engine_id = winners.engine_id
     where winners.consumer_id = $1 order by made_at, position`,
    [consumerId],
  );
}
