import * as contract from '../contract/polls.ts';
import type { Id } from '../contract/primitives.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

const ofCampaign = () => ({ campaignId: environment().site.campaign.id });

export const fetchPolls = () => call(contract.listPolls, { parameters: ofCampaign() });

/** Whether the person may still answer. */
export const checkPoll = (pollId: Id) =>
  call(contract.checkPoll, { parameters: { ...ofCampaign(), pollId } });

export const answerPoll = (pollId: Id, body: contract.PollAnswers, idempotencyKey?: string) =>
  call(contract.answerPoll, {
    parameters: { ...ofCampaign(), pollId },
    body,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
