import type { PollAnswers } from '../../../rules/polls.ts';
import type { Queries } from '../database.ts';

interface Answerer {
  campaignId: number;
  pollId: number;
  consumerId: number;
}

/** @returns false when this consumer has answered this poll already. */
export async function insertPollAnswer(
  queries: Queries,
  { campaignId, pollId, consumerId }: Answerer,
  { answers, now }: { answers: PollAnswers; now: Date },
): Promise<boolean> {
  const rows = await queries.query(
    `insert into poll_answers (campaign_id, poll_id, consumer_id, answers, created_at)
     values ($1, $2, $3, $4::jsonb, $5) on conflict do nothing returning poll_id`,
    [campaignId, pollId, consumerId, JSON.stringify(answers), now],
  );
  return rows.length === 1;
}

export async function hasAnswered(
  queries: Queries,
  { campaignId, pollId, consumerId }: Answerer,
): Promise<boolean> {
  const rows = await queries.query(
    'select 1 from poll_answers where campaign_id = $1 and poll_id = $2 and consumer_id = $3',
    [campaignId, pollId, consumerId],
  );
  return rows.length === 1;
}
