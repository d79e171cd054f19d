import { afterAll, expect, test } from 'vitest';
import {
  answerPollEndpoint,
  checkPollEndpoint,
  listPollsEndpoint,
  type PollAnswersBody,
} from '../../src/contract/polls.ts';
import { openGateway } from '../support/gateway.ts';

const afterReceipt = 32;

const site = await openGateway({ variant: 'all' });
const ana = await site.signUp();
afterAll(() => site.close());

function sendAnswers(answers: PollAnswersBody, pollId: number = afterReceipt, token = ana.token) {
  return site.call(answerPollEndpoint, { token, parameters: { pollId }, body: answers });
}

async function checkAvailability(pollId: number, token = ana.token) {
  return site.call(checkPollEndpoint, { token, parameters: { pollId } });
}

test('anyone may read the polls', async () => {
  const { body } = await site.call(listPollsEndpoint);
  expect(body.map(({ id, moment }) => [id, moment])).toEqual([
    [31, 'AFTER_CONSUMER_REGISTER'],
    [32, 'AFTER_COUPON_REGISTER'],
  ]);
});

test.each<[string, PollAnswersBody, string[]]>([
  ['no answer to one question', { '321': 9 }, ['322']],
  ['a score of 0', { '321': 0, '322': true }, ['321']],
  ['a score of 11', { '321': 11, '322': true }, ['321']],
  ['half a score', { '321': 5.5, '322': true }, ['321']],
  ['yes as a word', { '321': 5, '322': 'sim' }, ['322']],
  ['an answer to no question', { '321': 5, '322': true, '999': true }, ['999']],
])('%s is refused', async (_, answers, fields) => {
  const { status, error } = await sendAnswers(answers);
  expect([status, error.fields?.map(({ field }) => field)]).toEqual([400, fields]);
});

test('a choice is one of the options', async () => {
  expect((await sendAnswers({ '311': 'No rádio', '312': true }, 31)).status).toBe(400);
  expect((await sendAnswers({ '311': 'Na internet', '312': false }, 31)).status).toBe(201);
});

test('a consumer answers a poll once, and is not asked again', async () => {
  expect((await checkAvailability(afterReceipt)).body).toEqual({ available: true });
  expect((await sendAnswers({ '321': 10, '322': true })).status).toBe(201);
  expect((await checkAvailability(afterReceipt)).body).toEqual({ available: false });
  const again = await sendAnswers({ '321': 1, '322': false });
  expect(again).toMatchObject({
    status: 409,
    error: { code: 'DUPLICATE', fields: [{ field: 'pollId' }] },
  });
  const bruno = await site.signUp();
  expect((await checkAvailability(afterReceipt, bruno.token)).body).toEqual({ available: true });
});

test('a poll that does not exist is not found', async () => {
  expect((await checkAvailability(999)).status).toBe(404);
  expect((await sendAnswers({}, 999)).status).toBe(404);
  expect(
    (await site.call(checkPollEndpoint, { parameters: { pollId: afterReceipt } })).status,
  ).toBe(401);
});
