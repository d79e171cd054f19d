import {
  array,
  boolean,
  enums,
  type Infer,
  number,
  record,
  string,
  type,
  union,
} from 'superstruct';
import { get, send } from './endpoint.ts';
import { Id, list, maybe, Unread } from './primitives.ts';

export const PollMoment = enums(['AFTER_CONSUMER_REGISTER', 'AFTER_COUPON_REGISTER']);
export type PollMoment = Infer<typeof PollMoment>;

export const Poll = type({
  id: Id,
  title: string(),
  moment: PollMoment,
  items: list(
    array(
      type({
        id: Id,
        question: string(),
        order: number(),
        type: enums(['SINGLE_CHOICE', 'YES_NO', 'SCORE']),
        options: list(array(type({ id: maybe(Id), value: string() }))),
      }),
    ),
  ),
});
export type Poll = Infer<typeof Poll>;

/** Question id → a score (1 to 10), yes or no as true or false, or the chosen option's value. */
export const PollAnswersBody = record(string(), union([number(), boolean(), string()]));
export type PollAnswersBody = Infer<typeof PollAnswersBody>;

const base = '/api/v2/campaign/:campaignId/poll';

export const listPollsEndpoint = get({ path: base, access: 'public', answer: array(Poll) });

export const checkPollEndpoint = get({
  path: `${base}/:pollId/check`,
  access: 'consumer',
  answer: type({ available: boolean() }),
});

export const answerPollEndpoint = send('POST', {
  path: `${base}/:pollId/answer`,
  access: 'consumer',
  body: PollAnswersBody,
  answer: Unread,
});
