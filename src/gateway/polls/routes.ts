import { answerPoll, checkPoll, listPolls } from '../../contract/polls.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { answererOf, findPoll, hasAnswered, storePollAnswers } from './answer-poll.ts';

export function pollRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, listPolls, async () => gateway.snapshot.polls);

  route(app, gateway, checkPoll, async ({ consumer, parameters }) => {
    const poll = findPoll(gateway.snapshot, parameters.pollId);
    if (!poll) return refuse('NOT_FOUND');
    const answerer = answererOf(gateway.snapshot, poll, consumer.id);
    return { available: !(await hasAnswered(database, answerer)) };
  });

  route(
    app,
    gateway,
    answerPoll,
    ({ body, consumer, now, idempotent, parameters: { pollId } }) =>
      idempotent((queries) =>
        storePollAnswers(queries, gateway.snapshot, {
          pollId,
          consumerId: consumer.id,
          answers: body,
          now,
        }),
      ),
    { status: 201 },
  );
}
