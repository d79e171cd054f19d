import type { ListedParticipation } from '../../rules/draws/participants-export.ts';
import { formatLuckyNumber, parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { LuckyNumber } from '../../rules/rewards/lucky-numbers.ts';
import { namedUntilSql } from '../campaign/published-campaign.ts';
import {
  findOne,
  luckyNumberSql,
  named,
  one,
  type Queries,
  type Transaction,
} from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { isUnjudgedSql } from '../db/queries/status-groups.ts';

export interface DrawRecord extends EngineKey {
  federalPrizes: readonly string[];
  extraction: string;
  drawnSeries: number;
  drawnNumber: number;
  /** Numbers nearer to the drawn one, whose owners had already won as often as allowed. */
  passedOver: readonly string[];
  madeAt: Date;
}

export interface NewWinner {
  position: number;
  campaignPrizeId: number;
  luckyNumberId: number;
  consumerId: number;
}

interface WinnerRecord extends NewWinner, LuckyNumber {
  engineId: number;
  receiptId: number;
}

const hasDrawNumberSql = `exists (
  select from lucky_numbers
  where lucky_numbers.receipt_id = receipts.id and lucky_numbers.engine_id = $engineId
    and lucky_numbers.voided_at is null
)`;

/** Receipts with numbers of the draw, and those still waiting for theirs. */
export async function countUnjudgedReceipts(queries: Queries, draw: EngineKey): Promise<number> {
  const row = await one<{ count: number }>(
    queries,
    ...named(
      `select count(*) from receipts
       where receipts.campaign_id = $campaignId and ${isUnjudgedSql('receipts.status')}
         and (${hasDrawNumberSql} or exists (
           select from engine_orders
           where engine_orders.receipt_id = receipts.id and engine_orders.engine_id = $engineId
             and engine_orders.status = 'TO_REQUEST'
         ))`,
      draw,
    ),
  );
  return row.count;
}

export async function countDoubtedReceipts(queries: Queries, draw: EngineKey): Promise<number> {
  const row = await one<{ count: number }>(
    queries,
    ...named(
      `select count(*) from receipts
       where receipts.campaign_id = $campaignId and receipts.open_doubts <> '{}'
         and not ${isUnjudgedSql('receipts.status')} and ${hasDrawNumberSql}`,
      draw,
    ),
  );
  return row.count;
}

/** Until the transaction ends, no number is given out or becomes void: `share` waits for writers. */
export async function lockLuckyNumbers(queries: Transaction): Promise<void> {
  await queries.query('lock table lucky_numbers in share mode');
}

/** The lock of an insert: writers hold it together, and a freeze or draw (`share`) waits for them. */
export async function lockLuckyNumbersShared(queries: Transaction): Promise<void> {
  await queries.query('lock table lucky_numbers in row exclusive mode');
}

export interface DrawCutoff extends EngineKey {
  /** A number voided after this time still takes part. Null when no extraction was declared. */
  extractionAt: Date | null;
  /** A number that the ledger voids after this position still takes part. Null until the freeze. */
  frozenPosition: number | null;
}

/** An entry that has no position yet is published after the freeze. */
const isAfterFreezeSql = `$frozenPosition::bigint is not null
  and (ledger_entries.position is null or ledger_entries.position > $frozenPosition)`;

const inDrawSql = `lucky_numbers.campaign_id = $campaignId and lucky_numbers.engine_id = $engineId
  and (lucky_numbers.voided_at is null or lucky_numbers.voided_at >= $extractionAt
    or ${luckyNumberSql} in (
      select jsonb_array_elements_text(ledger_entries.entry::jsonb -> 'numbers') from ledger_entries
      where ledger_entries.campaign_id = $campaignId and ledger_entries.type = 'NUMBERS_VOIDED'
        and ${isAfterFreezeSql}
        and (ledger_entries.entry::jsonb ->> 'engine')::bigint = $engineId
    ))`;

function cutoffValues(cutoff: DrawCutoff) {
  return { ...cutoff, extractionAt: cutoff.extractionAt ?? 'infinity' };
}

export interface ListedNumber extends LuckyNumber {
  counter: number;
}

/** In the order of the draw's sequence, as `frozenListHash` takes them. */
export function findListedInDraw(
  queries: Queries,
  cutoff: DrawCutoff,
  { after, limit }: { after: number; limit: number },
): Promise<ListedNumber[]> {
  return queries.query(
    ...named(
      `select series, number, counter from lucky_numbers
       where ${inDrawSql} and counter > $after order by counter limit $limit`,
      { ...cutoffValues(cutoff), after, limit },
    ),
  );
}

export async function findSeriesInDraw(queries: Queries, cutoff: DrawCutoff): Promise<number[]> {
  const rows = await queries.query<{ series: number }>(
    ...named(
      `select distinct series from lucky_numbers where ${inDrawSql} order by series`,
      cutoffValues(cutoff),
    ),
  );
  return rows.map(({ series }) => series);
}

export async function findNumbersInDraw(
  queries: Queries,
  { series, ...cutoff }: DrawCutoff & { series: number },
): Promise<Int32Array> {
  const { numbers } = await one<{ numbers: number[] }>(
    queries,
    ...named(
      `select coalesce(array_agg(number order by number), '{}') as numbers from lucky_numbers
       where ${inDrawSql} and series = $series`,
      { ...cutoffValues(cutoff), series },
    ),
  );
  return Int32Array.from(numbers);
}

export interface NumberOwner extends Pick<NewWinner, 'luckyNumberId' | 'consumerId'> {
  receiptId: number;
  pseudonym: string;
  isErased: boolean;
}

export async function findNumberOwner(
  queries: Queries,
  { campaignId, engineId, series, number }: EngineKey & LuckyNumber,
): Promise<NumberOwner> {
  const row = await findOne<NumberOwner>(
    queries,
    `select lucky_numbers.id as "luckyNumberId", lucky_numbers.consumer_id as "consumerId",
       lucky_numbers.receipt_id as "receiptId", consumers.pseudonym,
       consumers.erased_at is not null as "isErased"
     from lucky_numbers join consumers on consumers.id = lucky_numbers.consumer_id
     where lucky_numbers.campaign_id = $1 and lucky_numbers.engine_id = $2
       and lucky_numbers.series = $3 and lucky_numbers.number = $4`,
    [campaignId, engineId, series, number],
  );
  if (!row) throw new Error(`No consumer has ${series}.${number}`);
  return row;
}

export async function insertDraw(queries: Queries, draw: DrawRecord): Promise<void> {
  await queries.query(
    ...named(
      `insert into draws (campaign_id, engine_id, federal_prizes, extraction, drawn_series,
         drawn_number, passed_over, made_at)
       values ($campaignId, $engineId, $federalPrizes::jsonb, $extraction, $drawnSeries,
         $drawnNumber, $passedOver::jsonb, $madeAt)`,
      {
        ...draw,
        federalPrizes: JSON.stringify(draw.federalPrizes),
        passedOver: JSON.stringify(draw.passedOver),
      },
    ),
  );
}

export async function deleteDrawAndWinners(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<void> {
  const key = [campaignId, engineId];
  await queries.query('delete from winners where campaign_id = $1 and engine_id = $2', key);
  await queries.query('delete from draws where campaign_id = $1 and engine_id = $2', key);
}

export function deleteWinner(
  queries: Queries,
  { campaignId, engineId, series, number }: EngineKey & LuckyNumber,
): Promise<Pick<NewWinner, 'position' | 'campaignPrizeId'> | null> {
  return findOne<Pick<NewWinner, 'position' | 'campaignPrizeId'>>(
    queries,
    `delete from winners using lucky_numbers
     where lucky_numbers.id = winners.lucky_number_id and winners.campaign_id = $1
       and winners.engine_id = $2 and lucky_numbers.series = $3 and lucky_numbers.number = $4
     returning winners.position, winners.campaign_prize_id as "campaignPrizeId"`,
    [campaignId, engineId, series, number],
  );
}

/** The receipt's numbers that are not void, such as `4.00153`, by the draw they are of. */
export async function findNumbersByDraw(
  queries: Queries,
  receiptId: number,
): Promise<(EngineKey & { numbers: string[] })[]> {
  const rows = await queries.query<EngineKey & LuckyNumber>(
    `select campaign_id as "campaignId", engine_id as "engineId", series, number
     from lucky_numbers where receipt_id = $1 and voided_at is null order by engine_id, counter`,
    [receiptId],
  );
  return [...Map.groupBy(rows, ({ engineId }) => engineId).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const numbers = own.map(formatLuckyNumber);
    return { campaignId: first.campaignId, engineId: first.engineId, numbers };
  });
}

export async function findValidNumbers(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
  numbers: readonly string[],
): Promise<Set<string>> {
  const parsed = numbers.flatMap((number) => parseLuckyNumber(number) ?? []);
  const rows = await queries.query<LuckyNumber>(
    `select lucky_numbers.series, lucky_numbers.number from lucky_numbers
     where lucky_numbers.campaign_id = $1 and lucky_numbers.engine_id = $2
       and lucky_numbers.voided_at is null
       and (lucky_numbers.series, lucky_numbers.number) in (
         select * from unnest($3::integer[], $4::integer[])
       )`,
    [campaignId, engineId, parsed.map(({ series }) => series), parsed.map(({ number }) => number)],
  );
  return new Set(rows.map(formatLuckyNumber));
}

export async function insertWinner(
  queries: Queries,
  draw: EngineKey,
  winner: NewWinner,
): Promise<void> {
  await queries.query(
    ...named(
      `insert into winners (campaign_id, engine_id, position, campaign_prize_id, lucky_number_id,
         consumer_id)
       values ($campaignId, $engineId, $position, $campaignPrizeId, $luckyNumberId, $consumerId)`,
      { ...winner, ...draw },
    ),
  );
}

export function findDraws(
  queries: Queries,
  campaignId: number,
): Promise<(DrawRecord & { namedUntil: Date })[]> {
  return queries.query(
    `select campaign_id as "campaignId", engine_id as "engineId",
       federal_prizes as "federalPrizes", extraction, drawn_series as "drawnSeries",
       drawn_number as "drawnNumber", passed_over as "passedOver", made_at as "madeAt",
       ${namedUntilSql} as "namedUntil"
     from draws where campaign_id = $1 order by engine_id`,
    [campaignId],
  );
}

const winnerColumnsSql = `winners.engine_id as "engineId", winners.position,
  winners.campaign_prize_id as "campaignPrizeId", winners.lucky_number_id as "luckyNumberId",
  winners.consumer_id as "consumerId", lucky_numbers.series, lucky_numbers.number,
  lucky_numbers.receipt_id as "receiptId"`;

export function findWins(
  queries: Queries,
  consumerId: number,
): Promise<(WinnerRecord & { madeAt: Date; city: string | null })[]> {
  return queries.query(
    `select ${winnerColumnsSql}, draws.made_at as "madeAt", winners.city
     from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
       join draws on draws.campaign_id = winners.campaign_id
         and draws.engine_id = winners.engine_id
     where winners.consumer_id = $1 order by draws.made_at, winners.position`,
    [consumerId],
  );
}

export interface ParticipationRecord extends ListedParticipation {
  id: number;
  consumerId: number;
  isErased: boolean;
}

/** Each at the arrival of its receipt: an approval after the end may have given the number. */
export function findParticipations(
  queries: Queries,
  cutoff: DrawCutoff,
  { after, limit }: { after: number; limit: number },
): Promise<ParticipationRecord[]> {
  return queries.query(
    ...named(
      `select lucky_numbers.id, lucky_numbers.consumer_id as "consumerId",
         consumers.erased_at is not null as "isErased",
         consumers.type, consumers.document, consumers.name, lucky_numbers.series,
         lucky_numbers.number, consumers.email, consumers.phone,
         (select receipts.created_at from receipts where receipts.id = lucky_numbers.receipt_id) as at
       from lucky_numbers join consumers on consumers.id = lucky_numbers.consumer_id
       where ${inDrawSql} and lucky_numbers.id > $after order by lucky_numbers.id limit $limit`,
      { ...cutoffValues(cutoff), after, limit },
    ),
  );
}
