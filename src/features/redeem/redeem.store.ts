import { atom, computed } from 'nanostores';
import { call } from '../../client/call.ts';
import { onReturn } from '../../client/resource.ts';
import { isFinal, reportedMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import type { ApiError } from '../../contract/errors.ts';
import { redeemEndpoint } from '../../contract/wallets.ts';
import { environment } from '../../environment.ts';
import {
  canDecrease,
  canIncrease,
  type Selection,
  selectedPoints,
  selectedQuantity,
  selectionWithinReach,
} from '../../rules/rewards/redeem.ts';
import type { FormConfig } from '../../ui/form.ts';
import { addressFormConfig } from '../profile/address-form.ts';
import { onSignOut, watchSession } from '../session/session.store.ts';
import {
  type Cart,
  type ChosenPrize,
  cartTotals,
  chosenPrizes,
  emptyCart,
  readCart,
  storeCart,
} from './cart.ts';
import {
  $catalogue,
  type Catalogue,
  type CataloguePrize,
  clearCatalogue,
  currentCatalogue,
  loadCatalogue,
  pointsTerms,
  updateCatalogue,
} from './prize-catalogue.store.ts';

type Checkout =
  | { step: 'choosing' }
  | { step: 'addressing' }
  | { step: 'sending' }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'redeemed'; prizes: readonly ChosenPrize[] };

const choosing: Checkout = { step: 'choosing' };

const addressDraft = draftOf('resgate.endereco');

export const $checkout = atom<Checkout>(choosing);

const $cart = atom<Cart>(emptyCart);

/** Unchanged while a request is unanswered, since it may be repeated. */
export const $selection = computed(
  [$catalogue, $cart],
  (catalogue, { selection, key }): Selection => {
    if (key || catalogue.state !== 'loaded') return selection;
    const { prizes, wallet } = catalogue.value;
    return selectionWithinReach(prizes, selection, wallet.balance);
  },
);

export const $totals = computed([$catalogue, $selection, $cart], (catalogue, selection, { key }) =>
  catalogue.state === 'loaded'
    ? cartTotals(catalogue.value, selection, {
        rules: pointsTerms(environment().site.campaign).checkoutRules,
        isUnanswered: key !== null,
      })
    : null,
);

/** Shows the catalogue and the stored cart, and again at each return to the page. */
export function followCatalogue(): () => void {
  watchSession({ guarded: true });
  onSignOut(clearRedeem);
  $cart.set(readCart());
  void loadCatalogue().then(resumeAddress);
  return onReturn(() => {
    if ($checkout.get().step === 'sending') return;
    $cart.set(readCart());
    void loadCatalogue();
  });
}

export function increase(prize: CataloguePrize): void {
  const available = $totals.get()?.available ?? 0;
  if (canIncrease(prize, $selection.get(), available)) changeBy(prize, 1);
}

export function decrease(prize: CataloguePrize): void {
  if (canDecrease(prize, $selection.get())) changeBy(prize, -1);
}

export async function redeemSelection(): Promise<void> {
  const catalogue = currentCatalogue();
  const { step } = $checkout.get();
  const isReady = step === 'choosing' || step === 'redeemed';
  if (!isReady || !catalogue || $totals.get()?.blocker !== null) return;
  if (catalogue.hasAddress) await sendRedemption(catalogue);
  else askForAddress();
}

function askForAddress(): void {
  addressDraft.set('open');
  $checkout.set({ step: 'addressing' });
}

function resumeAddress(): void {
  const catalogue = currentCatalogue();
  if (addressDraft.get() === null || !catalogue) return;
  addressDraft.remove();
  if (!catalogue.hasAddress) void redeemSelection();
}

async function onAddressSaved(): Promise<void> {
  updateCatalogue({ hasAddress: true });
  addressDraft.remove();
  if ($checkout.get().step !== 'addressing') return;
  $checkout.set(choosing);
  await redeemSelection();
}

export function backToPrizes(): void {
  addressDraft.remove();
  $checkout.set(choosing);
}

function changeBy(prize: CataloguePrize, step: 1 | -1): void {
  if ($checkout.get().step === 'sending') return;
  const selection = $selection.get();
  setCart({
    selection: { ...selection, [prize.id]: selectedQuantity(prize, selection) + step },
    key: null,
  });
  $checkout.set(choosing);
}

async function sendRedemption(catalogue: Catalogue): Promise<void> {
  const selection = $selection.get();
  const { newId, now, track } = environment();
  void track('redeem_save');
  const cart = $cart.get();
  const key = cart.key ?? newId();
  const keyMadeAt = cart.key ? cart.keyMadeAt : now().getTime();
  setCart({ selection, key, keyMadeAt });
  const sending: Checkout = { step: 'sending' };
  // True once the user has signed out.
  const hasLeft = () => $checkout.get() !== sending;
  $checkout.set(sending);
  try {
    const result = await call(redeemEndpoint, {
      body: bodyOf(catalogue, selection),
      idempotencyKey: key,
    });
    if (hasLeft()) return;
    if (result.ok) showRedeemed(catalogue, selection);
    else showRefusal(result.error, selection);
  } catch (failure) {
    if (hasLeft()) return environment().report(failure);
    showFailure(failure);
  }
  await loadCatalogue();
}

function bodyOf({ prizes }: Catalogue, selection: Selection) {
  return {
    items: chosenPrizes(prizes, selection).map(({ id, quantity }) => ({ prizeId: id, quantity })),
  };
}

/** Updates the stock at once, before the catalogue is reloaded. */
function showRedeemed({ prizes, wallet }: Catalogue, selection: Selection): void {
  const redeemed = chosenPrizes(prizes, selection);
  updateCatalogue({
    prizes: prizes.map((prize) => ({
      ...prize,
      stock: prize.stock - selectedQuantity(prize, selection),
    })),
    wallet: { ...wallet, balance: wallet.balance - selectedPoints(prizes, selection) },
  });
  setCart(emptyCart);
  $checkout.set({ step: 'redeemed', prizes: redeemed });
  void environment().track('redeem');
}

function showRefusal(error: ApiError, selection: Selection): void {
  if (isFinal(error)) setCart({ selection, key: null });
  if (error.status === 401) backToPrizes();
  else showFailure(error);
}

function showFailure(problem: unknown): void {
  $checkout.set({ step: 'failed', lines: reportedMessages(problem) });
}

function setCart(cart: Cart): void {
  $cart.set(cart);
  storeCart(cart);
}

/** The saved cart stays: the same user may sign in again. */
function clearRedeem(): void {
  clearCatalogue();
  $cart.set(emptyCart);
  $checkout.set(choosing);
}

export function deliveryAddressFormConfig(): FormConfig {
  return addressFormConfig({ draft: draftOf('entrega'), onSaved: () => void onAddressSaved() });
}
