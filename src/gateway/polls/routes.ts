import { answerPollEndpoint, checkPollEndpoint, listPollsEndpoint } from '../../contract/polls.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { answererOf, answerPoll, findPoll, hasAnswered } from './answer-poll.ts';

export function pollRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, listPollsEndpoint, async () => gateway.snapshot.polls);

  route(app, gateway, checkPollEndpoint, async ({ consumer, parameters }) => {
    const poll = findPoll(gateway.snapshot, parameters.pollId);
    if (!poll) return refuse('NOT_FOUND');
    const answerer = answererOf(gateway.snapshot, poll, consumer.id);
    return { available: !(await hasAnswered(database, answerer)) };
  });

  route(
    app,
    gateway,
    answerPollEndpoint,
    ({ body, consumer, now, idempotent, parameters: { pollId } }) =>
      idempotent((queries) =>
        answerPoll(queries, gateway.snapshot, {
          pollId,
          consumerId: consumer.id,
          answers: body,
          now,
        }),
      ),
    { status: 201 },
  );
}
