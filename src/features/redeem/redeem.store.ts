import { atom, computed } from 'nanostores';
import { call } from '../../client/call.ts';
import { draftOf } from '../../client/drafts.ts';
import { errorMessages } from '../../client/error-messages.ts';
import type { ApiError } from '../../contract/errors.ts';
import { redeem } from '../../contract/points.ts';
import { environment } from '../../environment.ts';
import {
  canDecrease,
  canIncrease,
  type Selection,
  selectedPoints,
  selectedQuantity,
  selectionWithinReach,
} from '../../rules/redeem.ts';
import { onSignOut, startSession } from '../session/session.store.ts';
import { type Cart, emptyCart, readCart, saveCart } from './cart.ts';
import { cartTotals } from './cart-totals.ts';
import { onReturn } from './on-return.ts';
import { pointsTerms } from './points-terms.ts';
import {
  $catalogue,
  type CataloguePrize,
  forgetCatalogue,
  loadCatalogue,
  type OpenCatalogue,
  updateCatalogue,
} from './prize-catalogue.store.ts';

export type Checkout =
  | { step: 'choosing' }
  /** REDEEM-16: the dialog asks where to deliver. */
  | { step: 'addressing' }
  | { step: 'sending' }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'redeemed' };

const choosing: Checkout = { step: 'choosing' };

/** Whether this tab was asking where to deliver. */
const addressDraft = draftOf('resgate.endereco');

export const $checkout = atom<Checkout>(choosing);

const $cart = atom<Cart>(emptyCart);

/** As it was sent while that is unanswered; else as far as stock and balance reach. */
export const $selection = computed([$catalogue, $cart], (offer, { selection, key }): Selection => {
  if (key || offer.state !== 'open') return selection;
  return selectionWithinReach(offer.prizes, selection, offer.wallet.balance);
});

/** Null until the offer is known. */
export const $totals = computed([$catalogue, $selection, $cart], (offer, selection, { key }) =>
  offer.state === 'open'
    ? cartTotals(offer, selection, {
        rules: pointsTerms(environment().site.campaign).checkoutRules,
        unanswered: key !== null,
      })
    : null,
);

/** Follows offer and session while the page is open, and brings back what this tab had selected. */
export function startRedeem(): () => void {
  startSession({ guarded: true });
  onSignOut(forget);
  $cart.set(readCart());
  void loadCatalogue().then(resumeAddress);
  return onReturn(() => $checkout.get().step !== 'sending' && loadCatalogue());
}

export function increase(prize: CataloguePrize): void {
  const available = $totals.get()?.available ?? 0;
  if (canIncrease(prize, $selection.get(), available)) changeBy(prize, 1);
}

export function decrease(prize: CataloguePrize): void {
  if (canDecrease(prize, $selection.get())) changeBy(prize, -1);
}

/** Resgatar: sends the selection, or asks first where to deliver it (REDEEM-16). */
export async function redeemSelection(): Promise<void> {
  const offer = $catalogue.get();
  const { step } = $checkout.get();
  const isReady = step === 'choosing' || step === 'redeemed';
  if (!isReady || offer.state !== 'open' || $totals.get()?.refusal !== null) return;
  if (offer.hasAddress) await send(offer);
  else askForAddress();
}

function askForAddress(): void {
  addressDraft.set('asked');
  $checkout.set({ step: 'addressing' });
}

/** Asks on for the address where the session ended, or the page was reloaded, while it was asked. */
function resumeAddress(): void {
  const offer = $catalogue.get();
  if (addressDraft.get() === null || offer.state !== 'open') return;
  addressDraft.remove();
  if (!offer.hasAddress) void redeemSelection();
}

/** REDEEM-19: the dialog closes itself and the redemption is sent, unless it was closed meanwhile. */
export async function addressSaved(): Promise<void> {
  updateCatalogue({ hasAddress: true });
  addressDraft.remove();
  if ($checkout.get().step !== 'addressing') return;
  $checkout.set(choosing);
  await redeemSelection();
}

/** Back to the prizes: the dialog was closed, or the alert was read. */
export function backToPrizes(): void {
  addressDraft.remove();
  $checkout.set(choosing);
}

function changeBy(prize: CataloguePrize, step: 1 | -1): void {
  if ($checkout.get().step === 'sending') return;
  const selection = $selection.get();
  keep({
    selection: { ...selection, [prize.id]: selectedQuantity(prize, selection) + step },
    key: null,
  });
  $checkout.set(choosing);
}

async function send(offer: OpenCatalogue): Promise<void> {
  const selection = $selection.get();
  const key = $cart.get().key ?? environment().newId();
  keep({ selection, key });
  $checkout.set({ step: 'sending' });
  try {
    const outcome = await call(redeem, { body: bodyOf(offer, selection), idempotencyKey: key });
    if (outcome.ok) finish(offer, selection);
    else refused(outcome.error, selection);
  } catch (failure) {
    environment().report(failure);
    fail(failure);
  }
  await loadCatalogue();
}

/** REDEEM-21. */
function bodyOf({ prizes }: OpenCatalogue, selection: Selection) {
  return {
    items: prizes
      .map((prize) => ({ prizeId: prize.id, quantity: selectedQuantity(prize, selection) }))
      .filter(({ quantity }) => quantity > 0),
  };
}

/** REDEEM-22; what was taken is taken off at once, before the gateway is asked anew. */
function finish({ prizes, wallet }: OpenCatalogue, selection: Selection): void {
  updateCatalogue({
    prizes: prizes.map((prize) => ({
      ...prize,
      stock: prize.stock - selectedQuantity(prize, selection),
    })),
    wallet: { ...wallet, balance: wallet.balance - selectedPoints(prizes, selection) },
  });
  keep(emptyCart);
  $checkout.set({ step: 'redeemed' });
  void environment().track('redeem');
}

/** A session that has ended says so by leaving the page (ERR-07). */
function refused(refusal: ApiError, selection: Selection): void {
  if (isFinal(refusal)) keep({ selection, key: null });
  if (refusal.status === 401) backToPrizes();
  else fail(refusal);
}

/** REDEEM-23. */
function fail(problem: unknown): void {
  $checkout.set({ step: 'failed', lines: errorMessages(problem) });
}

/** Whether a refusal decides what becomes of the redemption sent under this key. */
function isFinal({ code }: ApiError): boolean {
  return !['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'REQUEST_IN_PROGRESS'].includes(code);
}

function keep(basket: Cart): void {
  $cart.set(basket);
  saveCart(basket);
}

/** The tab's own copy stays: the same person may sign in again. */
function forget(): void {
  forgetCatalogue();
  $cart.set(emptyCart);
  $checkout.set(choosing);
}
