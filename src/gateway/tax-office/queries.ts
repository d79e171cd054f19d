import { hash } from 'node:crypto';
import { addMs } from '../../rules/dates.ts';
import { readAccessKey, type State, stateCodes } from '../../rules/receipts/access-key.ts';
import { findOne, named, type Queries, sqlList } from '../db/database.ts';
import type { OutcomeKind, ReceiptFacts } from './judge-page.ts';

export interface OfficeQuestion {
  id: number;
  campaignId: number;
  consumerId: number;
  accessKey: string;
  /** Null until the code is found in the picture, and after the last attempt. */
  qrParameters: string | null;
  createdAt: Date;
  attempts: number;
  /** Null after the last attempt. */
  nextAt: Date | null;
  outcome: OutcomeKind | null;
  facts: OfficeFacts | null;
  /** Its code was looked for in the receipt's picture, not read before the receipt was sent. */
  isOfPicture: boolean;
  askedAt: Date | null;
}

export interface OfficeFacts extends ReceiptFacts {
  isEncrypted: boolean;
  askedAt: string;
}

export interface QuestionOutcome {
  outcome: OutcomeKind;
  facts: OfficeFacts | null;
  nextAt: Date | null;
}

const noCodeHash = hash('sha256', '', 'hex');

const columnsSql = `id, campaign_id as "campaignId", consumer_id as "consumerId",
  access_key as "accessKey", query as "qrParameters", created_at as "createdAt",
  asked as attempts, next_at as "nextAt", outcome, answer as facts,
  query_sha256 = '${noCodeHash}' as "isOfPicture", asked_at as "askedAt"`;

const isSentSql = `exists (
  select from receipts where receipts.campaign_id = tax_office_questions.campaign_id
    and receipts.identity = tax_office_questions.access_key
)`;

/** What was read, but never sent as a receipt, is asked about once. */
const isWantedSql = `(tax_office_questions.asked = 0 or ${isSentSql})`;

/** With so many fruitless codes in a day and no real one, a person guesses: only what they send is asked about. */
const maxFruitlessADay = 3;
/** Outcomes that a made-up code can have. Questions asked again after these come behind first ones. */
const retriedFruitless: readonly OutcomeKind[] = ['not-found', 'failed'];
const fruitlessOutcomes: readonly OutcomeKind[] = [
  ...retriedFruitless,
  'refused',
  'unreadable',
  'human-check',
];
const isGuessingSql = `(
  select count(*) filter (where tax_office_questions.outcome in (${sqlList(fruitlessOutcomes)}))
      >= ${maxFruitlessADay}
    and count(*) filter (where tax_office_questions.outcome = 'confirmed') = 0
  from tax_office_questions
  where tax_office_questions.consumer_id = $consumerId
    and tax_office_questions.created_at > $now::timestamptz - interval '1 day'
)`;

export function findQuestionsOf(
  queries: Queries,
  consumerId: number,
): Promise<Pick<OfficeQuestion, 'accessKey' | 'createdAt' | 'outcome' | 'facts'>[]> {
  return queries.query(
    `select access_key as "accessKey", created_at as "createdAt", outcome, answer as facts
     from tax_office_questions where consumer_id = $1 order by id`,
    [consumerId],
  );
}

/** After this time another gateway may take a question, since the first one must have died. */
const leaseMs = 90_000;

/**
 * Stores a question, or reopens an earlier picture's; with `isLeased`, takes it for the caller.
 * @returns null when it is stored already, and for a person who guesses or has caused `limit` today
 */
export function insertQuestion(
  queries: Queries,
  question: Pick<OfficeQuestion, 'campaignId' | 'consumerId' | 'accessKey' | 'qrParameters'>,
  options: { now: Date; isLeased: boolean; refusesGuessers: boolean; limit: number },
): Promise<OfficeQuestion | null> {
  return findOne<OfficeQuestion>(
    queries,
    ...named(
      `insert into tax_office_questions as stored
         (campaign_id, consumer_id, access_key, query, query_sha256, created_at, next_at, taken_until)
       select $campaignId::int, $consumerId::bigint, $accessKey::text, $qrParameters::text,
         $queryHash::text, $now::timestamptz, $now, $takenUntil::timestamptz
       where (
         select count(*) from tax_office_questions
         where tax_office_questions.consumer_id = $consumerId
           and tax_office_questions.created_at > $now::timestamptz - interval '1 day'
       ) < $limit::int and not ($refusesGuessers::boolean and ${isGuessingSql})
       and exists (
         select from consumers
         where consumers.id = $consumerId and consumers.erased_at is null
       )
       on conflict on constraint one_question_per_code do update set
         consumer_id = excluded.consumer_id, query = null, created_at = excluded.created_at,
         next_at = excluded.next_at, taken_until = excluded.taken_until, outcome = null, asked = 0
       where excluded.query_sha256 = '${noCodeHash}'
         and coalesce(stored.outcome, '') not in ('confirmed', 'cancelled')
       returning ${columnsSql}`,
      {
        ...question,
        queryHash: hash('sha256', question.qrParameters ?? '', 'hex'),
        ...options,
        takenUntil: options.isLeased ? leaseFrom(options.now) : null,
      },
    ),
  );
}

const oldAfter = '1 hour';

/** Restarts the questions of a receipt that is sent long after its reading, except those being asked at this moment. */
export async function restartOldQuestions(
  queries: Queries,
  { campaignId, accessKey }: Pick<OfficeQuestion, 'campaignId' | 'accessKey'>,
  now: Date,
): Promise<void> {
  await queries.query(
    `update tax_office_questions set created_at = $3, next_at = $3, outcome = null, asked = 0
     where campaign_id = $1 and access_key = $2 and created_at < $3::timestamptz - interval '${oldAfter}'
       and next_at is not null and outcome is distinct from 'confirmed'
       and (taken_until is null or taken_until <= $3)`,
    [campaignId, accessKey, now],
  );
}

export function findQuestions(
  queries: Queries,
  receipt: Pick<OfficeQuestion, 'campaignId' | 'accessKey'>,
): Promise<OfficeQuestion[]> {
  return queries.query(
    `select ${columnsSql} from tax_office_questions where campaign_id = $1 and access_key = $2
     order by id`,
    [receipt.campaignId, receipt.accessKey],
  );
}

export interface OfficePace {
  state: State;
  now: Date;
  day: string;
  questionsPerDay: number;
  intervalMs: number;
}

const maxWaitSeconds = 10;

const mayAskSql = `(turns.paused_until is null or turns.paused_until <= $now)
  and (turns.day <> $day::date or turns.questions < $questionsPerDay)
  and turns.next_turn_at <= $now::timestamptz + interval '${maxWaitSeconds} seconds'`;

const isOfficeReadySql = `not exists (
  select from tax_office_turns as turns where turns.state = $state and not (${mayAskSql})
)`;

function claimStatement(isAlsoSql: string): string {
  return `update tax_office_questions set taken_until = $takenUntil where tax_office_questions.id in (
      select tax_office_questions.id from tax_office_questions
      where tax_office_questions.campaign_id = $campaignId
        and left(tax_office_questions.access_key, 2) = $stateCode
        and tax_office_questions.next_at <= $dueBy
        and (tax_office_questions.taken_until is null or tax_office_questions.taken_until <= $now)
        and ${isWantedSql} and ${isAlsoSql}
      order by tax_office_questions.next_at limit $limit for update skip locked
    ) returning ${columnsSql}`;
}

/** Null while the office is not ready. */
export function claimDueQuestion(
  queries: Queries,
  pace: OfficePace,
  due: {
    campaignId: number;
    /** Also one that was asked before in vain, as about a code that was made up. */
    withFruitless: boolean;
    /** Also one whose code is still to be read in the receipt’s picture. */
    withPictures: boolean;
  },
): Promise<OfficeQuestion | null> {
  return findOne<OfficeQuestion>(
    queries,
    ...named(
      claimStatement(
        `($withPictures or tax_office_questions.query is not null)
         and ($withFruitless
           or coalesce(tax_office_questions.outcome, '') not in (${sqlList(retriedFruitless)}))
         and ${isOfficeReadySql}`,
      ),
      { ...claimValues(pace), ...due, dueBy: pace.now, limit: 1 },
    ),
  );
}

export function claimOverdueQuestions(
  queries: Queries,
  pace: OfficePace,
  due: { campaignId: number; dueBy: Date; limit: number },
): Promise<OfficeQuestion[]> {
  return queries.query(
    ...named(claimStatement(`not ${isOfficeReadySql}`), { ...claimValues(pace), ...due }),
  );
}

function claimValues(pace: OfficePace) {
  return { ...pace, stateCode: stateCodes.get(pace.state), takenUntil: leaseFrom(pace.now) };
}

export async function countDueQuestions(
  queries: Queries,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<ReadonlyMap<State, number>> {
  const rows = await queries.query<{ accessKey: string; count: number }>(
    `select max(access_key) as "accessKey", count(*) as count from tax_office_questions
     where campaign_id = $1 and next_at <= $2 and ${isWantedSql} group by left(access_key, 2)`,
    [campaignId, now],
  );
  return new Map(
    rows.flatMap(({ accessKey, count }) => {
      const key = readAccessKey(accessKey);
      return key ? [[key.state, count] as const] : [];
    }),
  );
}

/** A question that was reopened for another picture has a later `createdAt`. */
type AskedQuestion = Pick<OfficeQuestion, 'id' | 'createdAt'>;

export async function setQrParameters(
  queries: Queries,
  { id, createdAt }: AskedQuestion,
  qrParameters: string,
): Promise<void> {
  await queries.query(
    'update tax_office_questions set query = $3 where id = $1 and created_at = $2',
    [id, createdAt, qrParameters],
  );
}

/** It stays due, so that we know since when. */
export async function postponeQuestion(
  queries: Queries,
  { id, createdAt }: AskedQuestion,
  until: Date,
): Promise<void> {
  await queries.query(
    'update tax_office_questions set taken_until = $3 where id = $1 and created_at = $2',
    [id, createdAt, until],
  );
}

/** Removes the code's parts too after the last attempt. */
export async function recordQuestionOutcome(
  queries: Queries,
  { id, createdAt }: AskedQuestion,
  outcome: QuestionOutcome & { now: Date },
): Promise<void> {
  const facts = outcome.facts && JSON.stringify(outcome.facts);
  await queries.query(
    ...named(
      `update tax_office_questions set outcome = $outcome, answer = $facts::jsonb,
         next_at = $nextAt, asked_at = $now, asked = asked + 1, taken_until = null,
         query = case when $nextAt::timestamptz is null then null else query end
       where id = $id and created_at = $createdAt`,
      { ...outcome, facts, id, createdAt },
    ),
  );
}

/** While a question is kept, its code is not asked about again. */
const keptDays = 7;
/** Codes that were made up are tried again later. */
const keptDaysIfUnknown = 30;
/** More than the three days after which the asker itself gives a question up. */
const keptDaysIfOverdue = 4;

export async function deleteOldOfficeQuestions(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    `delete from tax_office_questions
     where next_at is null and created_at < $1::timestamptz - interval '${keptDays} days'
       and (outcome not in ('not-found', 'refused')
         or created_at < $1::timestamptz - interval '${keptDaysIfUnknown} days')`,
    [now],
  );
  await queries.query(
    `delete from tax_office_questions
     where next_at < $1::timestamptz - interval '${keptDaysIfOverdue} days'
       and created_at < $1::timestamptz - interval '${keptDays} days' and not ${isSentSql}`,
    [now],
  );
}

/** Milliseconds until the caller may ask; null when the office is paused or has had enough. */
export async function reserveQuestionSlot(
  queries: Queries,
  pace: OfficePace,
): Promise<number | null> {
  const row = await findOne<{ milliseconds: number }>(
    queries,
    ...named(
      `insert into tax_office_turns as turns (state, day, questions, next_turn_at)
       values ($state, $day::date, 1, $now::timestamptz + $intervalMs::int * interval '1 millisecond')
       on conflict (state) do update set
         day = excluded.day,
         questions = case when turns.day = excluded.day then turns.questions + 1 else 1 end,
         next_turn_at = greatest(turns.next_turn_at, $now)
           + $intervalMs::int * interval '1 millisecond'
       where ${mayAskSql}
       returning extract(epoch from next_turn_at - $now::timestamptz)::float8 * 1000
         - $intervalMs::int as milliseconds`,
      pace,
    ),
  );
  return row ? Math.max(0, row.milliseconds) : null;
}

export async function recordOfficeHealth(
  queries: Queries,
  health: { state: State; isHealthy: boolean; failuresToPause: number; pausedUntil: Date },
): Promise<void> {
  await queries.query(
    ...named(
      `update tax_office_turns set
         failures = case when $isHealthy or failures + 1 >= $failuresToPause::int then 0
           else failures + 1 end,
         paused_until = case when not $isHealthy and failures + 1 >= $failuresToPause::int
           then $pausedUntil::timestamptz end
       where state = $state`,
      health,
    ),
  );
}

function leaseFrom(now: Date): Date {
  return addMs(now, leaseMs);
}
