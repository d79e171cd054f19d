import { afterAll, expect, test } from 'vitest';
import { getNewsEndpoint } from '../../src/contract/news.ts';
import { openGateway } from '../support/gateway.ts';
import { makePrizeDue } from '../support/gateway-actions.ts';

const site = await openGateway();
afterAll(() => site.close());

/** Later than what the gateway remembers of its last answer. */
function passMinute(): void {
  site.passTime(60_000);
}

test('the news count every prize as waiting before the first win', async () => {
  const { body, headers } = await site.call(getNewsEndpoint);
  expect(body).toEqual({
    instantPrizes: [{ campaignPrizeId: 902, total: 500, left: 500 }],
    lastWin: null,
    total: null,
  });
  expect(headers.get('cache-control')).toContain('max-age=30');
});

test('a won prize no longer counts as waiting, and the news give its hour and state but no winner', async () => {
  const winner = await site.signUp();
  await makePrizeDue(site, 0);
  passMinute();
  const { now } = site.clock;
  await site.sendReceipt(winner);
  passMinute();
  const { body, text } = await site.call(getNewsEndpoint);
  const hour = new Date(now);
  hour.setUTCMinutes(0, 0, 0);
  const [state] = winner.consumer.additionalFields ?? [];
  expect(body.instantPrizes).toEqual([{ campaignPrizeId: 902, total: 500, left: 499 }]);
  expect(body.lastWin).toEqual({ at: hour.toISOString(), state: state?.value });
  for (const personal of [winner.consumer.name, winner.consumer.document, winner.consumer.email]) {
    expect(text).not.toContain(personal);
  }
});

test('text that a winner typed instead of a state appears on no page', async () => {
  const typed = (state: string) =>
    site.query(
      `update consumers set address = jsonb_build_object('state', $1::text)
       where id = (select consumer_id from instant_prizes where receipt_id is not null)`,
      [state],
    );
  for (const [state, shown] of [
    ['GANHE MAIS EM GOLPE.EXEMPLO', null],
    ['XX', null],
    ['BA', 'BA'],
  ] as const) {
    await typed(state);
    passMinute();
    expect((await site.call(getNewsEndpoint)).body.lastWin?.state).toBe(shown);
  }
});

test('the news of a finished promotion say how many receipts and numbers there were', async () => {
  const { campaign } = site.gateway.snapshot;
  site.clock.now = new Date(Date.parse(campaign.endsAt) + 60_000);
  const numbers = await site.query('select id from lucky_numbers');
  expect(numbers.length).toBeGreaterThan(0);
  await site.query('update lucky_number_sequences set issued = issued + 5');
  const { body } = await site.call(getNewsEndpoint);
  expect(body.total).toEqual({ receipts: 1, luckyNumbers: numbers.length });
});
