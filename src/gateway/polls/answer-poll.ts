import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Poll } from '../../contract/polls.ts';
import { type PollAnswers, pollViolations } from '../../rules/campaign/polls.ts';
import { refusalDetails } from '../../rules/messages/messages.ts';
import { fieldViolations } from '../../rules/violation.ts';
import { exists, hasWritten, type Queries } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';

export function findPoll({ polls }: CampaignSnapshot, id: string | undefined): Poll | null {
  return polls.find((poll) => String(poll.id) === id) ?? null;
}

export async function answerPoll(
  queries: Queries,
  snapshot: CampaignSnapshot,
  call: { pollId: string | undefined; consumerId: number; answers: PollAnswers; now: Date },
): Promise<Record<string, never> | Refusal> {
  const { consumerId, answers, now } = call;
  const poll = findPoll(snapshot, call.pollId);
  if (!poll) return refuse('NOT_FOUND');
  const questions = poll.items.map(({ id }) => String(id));
  const violations = [
    ...pollViolations(poll.items, answers),
    ...fieldViolations(
      Object.keys(answers).map((id) => [id, questions.includes(id) ? null : 'OPTION'] as const),
    ),
  ];
  if (violations.length > 0) return refuseFields(violations);
  await lockConsumer(queries, consumerId);
  const answerer = answererOf(snapshot, poll, consumerId);
  if (await insertPollAnswer(queries, answerer, { answers, now })) return {};
  return refuse('DUPLICATE', {
    message: refusalDetails.pollAnswered,
    fields: [{ field: 'pollId', message: refusalDetails.pollAnsweredField }],
  });
}

interface Answerer {
  campaignId: number;
  pollId: number;
  consumerId: number;
}

export function answererOf(
  { campaign }: CampaignSnapshot,
  poll: Poll,
  consumerId: number,
): Answerer {
  return { campaignId: campaignIdOf(campaign), pollId: Number(poll.id), consumerId };
}

function insertPollAnswer(
  queries: Queries,
  { campaignId, pollId, consumerId }: Answerer,
  { answers, now }: { answers: PollAnswers; now: Date },
): Promise<boolean> {
  return hasWritten(
    queries,
    `insert into poll_answers (campaign_id, poll_id, consumer_id, answers, created_at)
     values ($1, $2, $3, $4::jsonb, $5) on conflict do nothing returning poll_id`,
    [campaignId, pollId, consumerId, JSON.stringify(answers), now],
  );
}

export function hasAnswered(
  queries: Queries,
  { campaignId, pollId, consumerId }: Answerer,
): Promise<boolean> {
  return exists(
    queries,
    'select from poll_answers where campaign_id = $1 and poll_id = $2 and consumer_id = $3',
    [campaignId, pollId, consumerId],
  );
}

export function findPollAnswers(
  queries: Queries,
  consumerId: number,
): Promise<{ pollId: number; answers: PollAnswers; createdAt: Date }[]> {
  return queries.query(
    `select poll_id as "pollId", answers, created_at as "createdAt" from poll_answers
     where consumer_id = $1 order by created_at`,
    [consumerId],
  );
}
