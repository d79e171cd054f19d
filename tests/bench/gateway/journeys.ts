import { type Campaign, getCampaignEndpoint } from '../../../src/contract/campaign.ts';
import { createConsumerEndpoint, getMeEndpoint } from '../../../src/contract/consumer.ts';
import { pathOf } from '../../../src/contract/endpoint.ts';
import { createReceiptEndpoint, listReceiptsEndpoint } from '../../../src/contract/receipts.ts';
import { getCashbackWalletEndpoint } from '../../../src/contract/wallets.ts';
import { parameter } from '../../../src/rules/campaign/parameters.ts';
import { validSignUp } from '../../support/people.ts';
import { receiptBody } from '../../support/receipt-body.ts';
import type { ServedConsumer } from '../../support/site-actions.ts';

/** One kind of call: what the nth one asks. */
export interface Journey {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  ask(index: number): { body?: unknown; token?: string };
}

/** What people who are signed in ask, one after the other, and anybody. */
export function journeys(consumers: readonly ServedConsumer[]): [Journey, Journey, ...Journey[]] {
  const read = (name: string, { path }: { path: string }): Journey => ({
    name,
    method: 'GET',
    path: pathOf(path, { campaignId: 19 }),
    ask: (index) => ({ token: one(consumers, index).token }),
  });
  return [
    { ...read('campaign', getCampaignEndpoint), ask: () => ({}) },
    {
      name: 'receipt',
      method: 'POST',
      path: pathOf(createReceiptEndpoint.path, { campaignId: 19 }),
      ask(index) {
        const { person, token } = one(consumers, index);
        return { token, body: receiptBody({ consumer: person }, new Date()) };
      },
    },
    read('my receipts', listReceiptsEndpoint),
    read('cashback wallet', getCashbackWalletEndpoint),
    read('profile', getMeEndpoint),
  ];
}

/** What asks for a password's work. */
export function entries(consumers: readonly ServedConsumer[], campaign: Campaign): Journey[] {
  const tenantId = parameter(campaign, 'TENANT_ID');
  return [
    {
      name: 'sign-in',
      method: 'POST',
      path: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x',
      ask(index) {
        const { email, password } = one(consumers, index).person;
        return { body: { email, password, tenantId, returnSecureToken: true } };
      },
    },
    {
      name: 'sign-up',
      method: 'POST',
      path: createConsumerEndpoint.path,
      ask: () => ({ body: validSignUp({ campaign }) }),
    },
  ];
}

/** A file or page of the site. */
export function fileJourney(name: string, path: string): Journey {
  return { name, method: 'GET', path, ask: () => ({}) };
}

function one(consumers: readonly ServedConsumer[], index: number): ServedConsumer {
  const consumer = consumers[index % consumers.length];
  if (!consumer) throw new Error('No consumer to call');
  return consumer;
}
