import { type Campaign, getCampaign } from '../../src/contract/campaign.ts';
import { createConsumer } from '../../src/contract/consumer.ts';
import { type Access, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { createReceipt } from '../../src/contract/receipts.ts';
import { parameter } from '../../src/rules/parameters.ts';
import { receiptBody } from '../support/receipt-body.ts';
import type { ServedSite } from '../support/served-site.ts';
import { validSignUp } from '../support/sign-up.ts';

/** Somebody who registered without the page. */
export interface Participant {
  email: string;
  password: string;
  document: string;
  token: string;
}

/** Registers somebody, to prepare what a test is not about. */
export async function newParticipant(site: ServedSite): Promise<Participant> {
  const campaign = await call(site, getCampaign);
  const { email, password, document, ...person } = validSignUp({ campaign });
  await call(site, createConsumer, { body: { ...person, email, password, document } });
  return { email, password, document, token: await signIn(site, campaign, { email, password }) };
}

/** Sends receipts of theirs, each of so many reais, one after the other. */
export async function sendReceipts(
  site: ServedSite,
  { document, token }: Participant,
  totals: readonly number[],
): Promise<void> {
  for (const totalAmount of totals) {
    const body = receiptBody({ consumer: { document } }, new Date(), { totalAmount });
    await call(site, createReceipt, { token, body });
  }
}

async function signIn(
  { url }: ServedSite,
  campaign: Campaign,
  person: { email: string; password: string },
): Promise<string> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';
  const tenantId = parameter(campaign, 'TENANT_ID');
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, tenantId, returnSecureToken: true }),
  });
  return (await response.json()).idToken;
}

async function call<Body, Answer, Who extends Access>(
  { url }: ServedSite,
  { method, path, answer }: Endpoint<Body, Answer, Who>,
  { body, token }: { body?: NoInfer<Body>; token?: string } = {},
): Promise<Answer> {
  const response = await fetch(url + pathOf(path, { campaignId: 19 }), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return answer.create(await response.json());
}
