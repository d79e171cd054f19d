import type { Page } from '@playwright/test';
import { credentialsKey } from '../../src/client/credentials.ts';
import { Campaign } from '../../src/contract/campaign.ts';
import type { SignUp } from '../../src/contract/consumer.ts';
import type { CouponCreate } from '../../src/contract/receipts.ts';
import { receiptBody } from '../support/receipt-body.ts';
import type { ServedSite } from '../support/served-site.ts';
import { validSignUp } from '../support/sign-up.ts';
import { expect, signIn } from './fixtures.ts';

export interface NewConsumer {
  id: number;
  /** What they registered with. */
  person: SignUp;
  /** Sends a receipt of today without the form; its id. */
  send(overrides?: Partial<CouponCreate>): Promise<number>;
  /** The same, approved by moderation, so that its rewards are credited. */
  sendApproved(overrides?: Partial<CouponCreate>): Promise<number>;
}

/** Somebody new, registered without the form, signed in on the page. */
export async function newConsumer(
  page: Page,
  site: ServedSite,
  overrides: Partial<SignUp> = {},
): Promise<NewConsumer> {
  const campaign = Campaign.create(
    await (await page.request.get(`${site.url}/api/campaign/19`)).json(),
  );
  const person = validSignUp({ campaign }, overrides);
  const created = await page.request.post(`${site.url}/api/consumer`, { data: person });
  const { id } = await created.json();
  await signIn(page, person);
  await expect(page).not.toHaveURL(/entrar/);
  const kept = await page.evaluate((key) => localStorage.getItem(key) ?? '', credentialsKey);
  const { token } = JSON.parse(kept);

  async function send(changes: Partial<CouponCreate> = {}): Promise<number> {
    const answer = await page.request.post(`${site.url}/api/campaign/19/coupon`, {
      headers: { authorization: `Bearer ${token}` },
      data: receiptBody({ consumer: person }, new Date(), changes),
    });
    expect(answer.status()).toBe(201);
    return Number((await answer.json()).id);
  }

  return {
    id: Number(id),
    person,
    send,
    async sendApproved(changes) {
      const id = await send(changes);
      await site.operator('receipts', 'move', id, 'APPROVED');
      return id;
    },
  };
}
