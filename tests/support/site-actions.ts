import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { createConsumerEndpoint, type SignUpBody } from '../../src/contract/consumer.ts';
import { type Access, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint, type ReceiptBody } from '../../src/contract/receipts.ts';
import { parameter } from '../../src/rules/campaign/parameters.ts';
import { signInBy } from './identity-toolkit.ts';
import { validSignUp } from './people.ts';
import { receiptBody } from './receipt-body.ts';
import type { ServedSite } from './site-process.ts';

/** A consumer of a served site, prepared without its pages. */
export interface ServedConsumer {
  readonly id: number;
  /** What they registered with. */
  readonly person: SignUpBody;
  readonly token: string;
  readonly tenantId: string | null;
}

/** Registers a new person and signs in. */
export async function registerAt(
  site: ServedSite,
  overrides: Partial<SignUpBody> = {},
): Promise<ServedConsumer> {
  const campaign = await callSite(site, getCampaignEndpoint);
  const person = validSignUp({ campaign }, overrides);
  const { id } = await callSite(site, createConsumerEndpoint, { body: person });
  const tenantId = parameter(campaign, 'TENANT_ID');
  const { email, password } = person;
  const token = await signInBy((path, init) => fetch(site.url + path, init), {
    email,
    password,
    tenantId,
  });
  return { id: Number(id), person, token, tenantId };
}

/** Sends a receipt of today; its id. */
export async function sendReceiptTo(
  site: ServedSite,
  { person, token }: ServedConsumer,
  overrides: Partial<ReceiptBody> = {},
): Promise<number> {
  const body = receiptBody({ consumer: person }, new Date(), overrides);
  return Number((await callSite(site, createReceiptEndpoint, { token, body })).id);
}

/** The same, approved by moderation, so that its rewards are credited. */
export async function sendApprovedTo(
  site: ServedSite,
  consumer: ServedConsumer,
  overrides: Partial<ReceiptBody> = {},
): Promise<number> {
  const id = await sendReceiptTo(site, consumer, overrides);
  await site.operator('receipts', 'move', id, 'APPROVED');
  return id;
}

/** One call of the gateway's contract; throws on a refusal. */
export async function callSite<Body, Answer, Who extends Access>(
  site: ServedSite,
  endpoint: Endpoint<Body, Answer, Who>,
  options: { body?: NoInfer<Body>; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await send(site, endpoint, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${text}`);
  return endpoint.answer.create(JSON.parse(text));
}

function send<Body, Answer, Who extends Access>(
  { url }: ServedSite,
  { method, path }: Endpoint<Body, Answer, Who>,
  {
    body,
    token,
    headers,
  }: { body?: NoInfer<Body>; token?: string; headers?: Record<string, string> },
): Promise<Response> {
  return fetch(url + pathOf(path, { campaignId: 19 }), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
