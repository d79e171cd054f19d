import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteCredentials } from '../../../../src/client/credentials.ts';
import { draftOf } from '../../../../src/client/storage.ts';
import { listRedemptionsEndpoint } from '../../../../src/contract/wallets.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  $catalogue,
  loadCatalogue,
  retryCatalogue,
} from '../../../../src/features/redeem/prize-catalogue.store.ts';
import {
  $checkout,
  $selection,
  $totals,
  backToPrizes,
  decrease,
  increase,
  redeemSelection,
} from '../../../../src/features/redeem/redeem.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import {
  basket,
  brushKit,
  earnPoints,
  familyBasket,
  openRedeemPage,
  prize,
  stubBrowser,
  travelKit,
} from '../../../support/redeem-page.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile({ variant: 'all' });
let host: TestHost;
let ana: TestConsumer;
let leave: () => void;

beforeAll(() => {
  stubBrowser();
});

beforeEach(async () => {
  startFastTime('setTimeout', 'clearTimeout');
  ({ host, consumer: ana } = await signedInHost(gateway));
  await earnPoints(gateway, ana, 10);
  await setStock(903, 5);
  await setStock(904, 1);
  leave = await openRedeemPage();
});

afterEach(() => {
  leave();
  stopFastTime();
});

/** The tab's drafts outlive the page, its stores do not. */
async function reload(): Promise<void> {
  const session = host.storage.get(credentialsKey) ?? '';
  leave();
  host.storage.set(credentialsKey, session);
  leave = await openRedeemPage();
}

function select(...prizeIds: number[]): void {
  for (const id of prizeIds) increase(prize(id));
}

async function setStock(campaignPrizeId: number, quantity: number): Promise<void> {
  await gateway.query('update prize_stock set quantity = $2 where campaign_prize_id = $1', [
    campaignPrizeId,
    quantity,
  ]);
}

async function redemptions() {
  return (await gateway.call(listRedemptionsEndpoint, { token: ana.token })).body;
}

describe('the catalogue', () => {
  it('has the points engine’s prizes, with their current stock', async () => {
    expect($catalogue.get()).toMatchObject({
      state: 'loaded',
      value: {
        prizes: [
          { id: brushKit, points: 1, description: 'Kit Escova', category: { name: 'Kits' } },
          { id: travelKit, points: 1, description: 'Kit Viagem', stock: 0 },
          { id: basket, points: 2, stock: 5, imageUrl: '/premios/cesta-sorriso.svg' },
          { id: familyBasket, points: 3 },
        ],
        wallet: { balance: 10, status: 'ACTIVE' },
        hasAddress: true,
      },
    });
  });

  it('says what failed, and can be reloaded', async () => {
    host.isDown = true;
    await loadCatalogue();
    expect($catalogue.get()).toMatchObject({ state: 'loaded' });
    await retryCatalogue();
    expect($catalogue.get()).toEqual({
      state: 'failed',
      lines: ['Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 500)'],
    });
    host.isDown = false;
    await retryCatalogue();
    expect($catalogue.get()).toMatchObject({ state: 'loaded' });
  });

  it('is reloaded whenever the user comes back to the page', async () => {
    await earnPoints(gateway, ana, 2);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() =>
      expect($catalogue.get()).toMatchObject({ value: { wallet: { balance: 12 } } }),
    );
  });

  it('is not undone by an answer that comes late', async () => {
    const answers: Promise<Response>[] = [];
    const arrival = Promise.withResolvers<void>();
    const hold = async (_: Request, send: () => Promise<Response>) => {
      const answer = send();
      answers.push(answer);
      await arrival.promise;
      return answer;
    };
    host.interruptions.push(hold, hold, hold);
    const late = loadCatalogue();
    await waitFor(() => expect(answers).toHaveLength(3));
    await Promise.all(answers);
    await earnPoints(gateway, ana, 2);
    await loadCatalogue();
    arrival.resolve();
    await late;
    expect($catalogue.get()).toMatchObject({ value: { wallet: { balance: 12 } } });
  });
});

describe('a selection', () => {
  it('goes up to the stock and to the balance, and down to zero', () => {
    select(familyBasket, familyBasket, basket, basket, basket, basket);
    expect($selection.get()).toEqual({ [familyBasket]: 1, [basket]: 3 });
    expect($totals.get()).toMatchObject({ selected: 9, available: 1, blocker: null });
    decrease(prize(familyBasket));
    decrease(prize(familyBasket));
    expect($selection.get()).toEqual({ [basket]: 3 });
  });

  it('shows an error if it is empty or breaks the rule of a category', () => {
    expect($totals.get()).toMatchObject({ blocker: 'NOTHING_SELECTED', broken: [] });
    select(brushKit);
    expect($totals.get()).toMatchObject({
      blocker: 'CATEGORY_MULTIPLE',
      broken: [{ category: 'Kits', multiple: 2 }],
    });
    select(brushKit);
    expect($totals.get()).toMatchObject({ blocker: null, broken: [] });
  });

  it('does not leave a wallet that is not active', async () => {
    await gateway.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [ana.id]);
    await loadCatalogue();
    select(basket);
    expect($totals.get()).toMatchObject({ blocker: 'WALLET_INACTIVE' });
    await redeemSelection();
    expect(host.postsTo('/checkout')).toHaveLength(0);
  });

  it('survives a reload of the tab, as far as stock and balance still reach', async () => {
    select(basket, basket, basket, brushKit, brushKit);
    await reload();
    expect($selection.get()).toEqual({ [basket]: 3, [brushKit]: 2 });
    await setStock(903, 1);
    await reload();
    expect($selection.get()).toEqual({ [basket]: 1, [brushKit]: 2 });
  });

  it('stored in another shape is ignored', async () => {
    select(basket);
    const draft = draftOf('resgate');
    expect(draft.get(), 'the draft of the cart').toContain(`"${basket}":1`);
    draft.set('{"version":1,"selection":{"501":0.5},"key":null}');
    await reload();
    expect($selection.get()).toEqual({});
  });

  it('is not shown to the next by an answer that comes late', async () => {
    select(basket);
    host.intercept('POST /checkout', async (_, send) => {
      const answer = await send();
      deleteCredentials();
      return answer;
    });
    await redeemSelection();
    expect(await redemptions()).toHaveLength(1);
    expect($checkout.get()).toEqual({ step: 'choosing' });
    expect($catalogue.get()).toEqual({ state: 'loading' });
  });
});

describe('a redemption', () => {
  it('is sent once however often Resgatar is pressed, and leaves everything fresh', async () => {
    const before = prize(basket).stock;
    const tracked: string[] = [];
    setEnvironment({ ...host, track: async (event) => void tracked.push(event) });
    select(basket, brushKit, brushKit, familyBasket);
    decrease(prize(familyBasket));
    await Promise.all([redeemSelection(), redeemSelection()]);
    expect(await host.postsTo('/checkout')[0]?.json()).toEqual({
      items: [
        { prizeId: brushKit, quantity: 2 },
        { prizeId: basket, quantity: 1 },
      ],
    });
    expect(host.postsTo('/checkout')).toHaveLength(1);
    expect(tracked).toEqual(['redeem_save', 'redeem']);
    expect($checkout.get()).toMatchObject({
      step: 'redeemed',
      prizes: [
        { id: brushKit, quantity: 2 },
        { id: basket, quantity: 1 },
      ],
    });
    expect($selection.get()).toEqual({});
    expect($totals.get()).toMatchObject({ selected: 0, available: 6 });
    expect(prize(basket).stock).toBe(before - 1);
    await reload();
    expect($selection.get()).toEqual({});
  });

  it('shows an error for a prize that has sold out, and the rest stays selected', async () => {
    select(familyBasket, basket);
    await setStock(904, 0);
    await redeemSelection();
    expect($checkout.get()).toEqual({ step: 'failed', lines: ['Prêmio esgotado: Cesta Família'] });
    expect(host.reported).toMatchObject([{ status: 409 }]);
    expect($selection.get()).toEqual({ [basket]: 1 });
    expect(prize(familyBasket).stock).toBe(0);
    backToPrizes();
    await redeemSelection();
    expect($checkout.get()).toMatchObject({ step: 'redeemed' });
  });

  it('is repeated with its key after a lost answer, and happens once', async () => {
    select(basket, basket, basket, basket);
    host.interruptions.push('answer lost', 'answer lost', 'answer lost');
    await redeemSelection();
    expect($checkout.get()).toMatchObject({ step: 'failed' });
    expect($selection.get()).toEqual({ [basket]: 4 });
    expect($totals.get()).toMatchObject({ available: 0, blocker: null, isUnanswered: true });
    backToPrizes();
    await redeemSelection();
    expect($checkout.get()).toMatchObject({ step: 'redeemed' });
    expect($totals.get()).toMatchObject({ available: 2, isUnanswered: false });
    expect(await redemptions()).toHaveLength(1);
  });

  it('happens once even if the tab was reloaded before its answer came', async () => {
    select(basket, basket, basket, basket);
    host.interruptions.push('answer lost', 'answer lost', 'answer lost');
    await redeemSelection();
    await reload();
    expect($selection.get()).toEqual({ [basket]: 4 });
    await redeemSelection();
    expect($checkout.get()).toMatchObject({ step: 'redeemed' });
    expect(await redemptions()).toHaveLength(1);
  });

  it('no longer promises to happen once after the time that the gateway knows its key', async () => {
    select(basket, basket);
    host.interruptions.push('answer lost', 'answer lost', 'answer lost');
    await redeemSelection();
    const answered = gateway.clock.now.getTime();
    const session = JSON.parse(host.storage.get(credentialsKey) ?? '');
    const hours = 3_600_000;
    host.storage.set(
      credentialsKey,
      JSON.stringify({ ...session, expiresAt: answered + 50 * hours }),
    );
    host.now = () => new Date(answered + 46 * hours);
    await reload();
    expect($totals.get()).toMatchObject({ isUnanswered: true });
    host.now = () => new Date(answered + 47 * hours);
    document.dispatchEvent(new Event('visibilitychange'));
    expect($totals.get()).toMatchObject({ isUnanswered: false });
    await reload();
    expect($selection.get()).toEqual({});
  });

  it('keeps its key when the gateway refused to look at it', async () => {
    select(basket);
    const refusal = { statusCode: 429, error: { code: 'TOO_MANY_REQUESTS', message: 'Espere' } };
    host.interruptions.push('answer lost', Response.json(refusal, { status: 429 }));
    await redeemSelection();
    expect($checkout.get()).toEqual({ step: 'failed', lines: ['Espere'] });
    backToPrizes();
    await redeemSelection();
    expect(await redemptions()).toHaveLength(1);
    expect(
      new Set(host.postsTo('/checkout').map(({ headers }) => headers.get('idempotency-key'))).size,
    ).toBe(1);
  });

  it('is a new one for another selection', async () => {
    select(basket);
    host.interruptions.push('answer lost', 'answer lost', 'answer lost');
    await redeemSelection();
    backToPrizes();
    select(basket);
    await redeemSelection();
    expect(await redemptions()).toMatchObject([{ totalPoints: 2 }, { totalPoints: 4 }]);
  });

  it('leaves the page without an alert if the session has ended, and nothing is lost', async () => {
    const session = host.storage.get(credentialsKey) ?? '';
    select(basket);
    host.storage.set(credentialsKey, session.replace(ana.token, 'expired'));
    await redeemSelection();
    expect($checkout.get()).toEqual({ step: 'choosing' });
    expect(host.visited).toEqual(['/']);
    host.storage.set(credentialsKey, session);
    leave = await openRedeemPage();
    expect($selection.get()).toEqual({ [basket]: 1 });
  });
});

describe('what one person selected and did not redeem', () => {
  it('is not seen by the next person', async () => {
    select(basket);
    deleteCredentials();
    expect($catalogue.get()).toEqual({ state: 'loading' });
    expect($selection.get()).toEqual({});
  });
});
