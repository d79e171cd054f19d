import { atom } from 'nanostores';
import { call } from '../../../client/call.ts';
import { resource } from '../../../client/resource.ts';
import { hasNoAnswer, isUnavailable } from '../../../client/result.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { getMeEndpoint } from '../../../contract/consumer.ts';
import { listLuckyNumbersEndpoint } from '../../../contract/engines.ts';
import type { Result } from '../../../contract/errors.ts';
import type { Id } from '../../../contract/primitives.ts';
import {
  listReceiptsEndpoint,
  type Receipt,
  replaceReceiptImageEndpoint,
} from '../../../contract/receipts.ts';
import { environment, isClosed } from '../../../environment.ts';
import { isOn } from '../../../rules/campaign/parameters.ts';
import { dayInSaoPaulo } from '../../../rules/dates.ts';
import {
  canReplaceImage,
  isDenied,
  oldestFirst,
  type ReceiptStage,
  receiptStage,
} from '../../../rules/receipts/receipt-status.ts';
import { hasEngine } from '../../../rules/rewards/engines-and-reward-status.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';
import { onSignOut, watchSession } from '../../session/session.store.ts';
import { workOffline } from '../begin-later.ts';
import { base64Of, readFileType, readOnDevice } from '../file/reading.ts';
import { $outbox, type OutboxItem } from '../outbox/outbox.store.ts';
import { luckyNumbersNewestFirst, type RewardedReceipt } from '../result/earnings.ts';

/** The user's receipts, oldest first, so that each keeps its number. */
const myReceipts = resource(readReceipts, { keepStale: true });

export const { $state: $myReceipts, load: loadReceipts, retry: retryReceipts } = myReceipts;

export function followMyReceipts(): () => void {
  watchSession({ guarded: true });
  onSignOut(clearReceipts);
  void workOffline();
  const unfollow = myReceipts.follow();
  const stopReloading = $outbox.listen((items, before = []) => {
    if (countSent(items) > countSent(before)) void loadReceipts();
  });
  return () => {
    unfollow();
    stopReloading();
    $receiptsView.set(newest);
    // A finished replacement is not announced again.
    if ($imageReplacement.get().state !== 'sending') $imageReplacement.set(noReplacement);
  };
}

function countSent(items: readonly OutboxItem[]): number {
  return items.filter(({ state }) => state === 'sent').length;
}

function clearReceipts(): void {
  myReceipts.clear();
  $receiptsView.set(newest);
  $imageReplacement.set(noReplacement);
}

/** Few enough for a slow phone to draw in one task. */
const receiptsPerPage = 12;

export type StageFilter = 'all' | ReceiptStage;

interface ReceiptsView {
  stage: StageFilter;
  /** Not necessarily neighbours: a link may open an old receipt's page. */
  shownPages: readonly number[];
  focused: FocusedReceipt | null;
}

/** The receipt that gets the focus, and whether its row opens: anew for each new object. */
export interface FocusedReceipt {
  readonly number: number;
  readonly opens: boolean;
}

const newest: ReceiptsView = { stage: 'all', shownPages: [0], focused: null };

export const $receiptsView = atom(newest);

export function showStage(stage: StageFilter): void {
  $receiptsView.set({ ...newest, stage });
}

/** Also shows this page, whose first receipt gets the focus. */
export function showPage({ page, firstNumber }: MorePart): void {
  const view = $receiptsView.get();
  const focused = { number: firstNumber, opens: false };
  $receiptsView.set({ ...view, shownPages: [...view.shownPages, page], focused });
}

export function showPages(count: number): void {
  const shownPages = [...Array(count).keys()];
  $receiptsView.set({ ...$receiptsView.get(), shownPages, focused: null });
}

export function goToReceipt(number: number): void {
  const list = $myReceipts.get();
  if (list.state !== 'loaded') return;
  const page = receiptPages(list.value, 'all').findIndex((listed) =>
    listed.some((item) => item.number === number),
  );
  const { stage, shownPages } = $receiptsView.get();
  $receiptsView.set({
    stage: 'all',
    shownPages: [...(stage === 'all' ? shownPages : newest.shownPages), page],
    focused: { number, opens: true },
  });
}

/** A receipt with its number: the oldest is 1. */
export interface ListedReceipt {
  receipt: Receipt;
  number: number;
  isPinned: boolean;
}

/** A list this short fits in one line, so no receipt needs to come first. */
const maxWithoutPins = 3;

/** Newest first; in a longer list, after those that wait for their owner. */
export function receiptPages(receipts: readonly Receipt[], stage: StageFilter): ListedReceipt[][] {
  const newestFirst = receipts
    .map((receipt, index) => ({
      receipt,
      number: index + 1,
      isPinned: receipts.length > maxWithoutPins && canReplaceImage(receipt),
    }))
    .filter(({ receipt }) => stage === 'all' || receiptStage(receipt.status) === stage)
    .reverse();
  const pinned = newestFirst.filter(({ isPinned }) => isPinned);
  const others = newestFirst.filter(({ isPinned }) => !isPinned);
  const count = Math.max(1, Math.ceil(others.length / receiptsPerPage));
  return Array.from({ length: count }, (_, page) => [
    ...(page === 0 ? pinned : []),
    ...others.slice(page * receiptsPerPage, (page + 1) * receiptsPerPage),
  ]);
}

export function areAllDenied(receipts: readonly RewardedReceipt[]): boolean {
  return receipts.every(({ status }) => isDenied(status));
}

/** What stands around the cards; the page's bar leaves out what it would only repeat. */
export function aroundCards(receipts: readonly Receipt[], campaign: Campaign) {
  const cards = cardsShown(receipts);
  const hasNumbers = luckyNumbersNewestFirst(receipts).length > 0 || isOn(campaign, 'MGM_ENABLED');
  const mayHaveNumbers = hasEngine(campaign, 'DRAW') && hasNumbers;
  return {
    cards,
    needsPhoto: receipts.some(canReplaceImage),
    mayHaveNumbers,
    /** Whether the page says below its bar how many numbers there are, or that there are none. */
    saysNumbers:
      cards === 'several'
        ? mayHaveNumbers || areAllDenied(receipts)
        : cards === 'only' && mayHaveNumbers,
    asksForAnother: cards === 'only' && !isClosed(),
  };
}

function cardsShown(
  receipts: readonly Receipt[],
): 'none' | 'only' | 'only-without-photo' | 'several' {
  const [only, ...others] = receipts;
  if (!only) return 'none';
  if (others.length > 0) return 'several';
  return canReplaceImage(only) ? 'only-without-photo' : 'only';
}

/** Replaces the pages that are not shown yet, and shows the first of them. */
export interface MorePart {
  kind: 'more';
  page: number;
  count: number;
  firstNumber: number;
}

interface ReceiptPart extends ListedReceipt {
  kind: 'receipt';
  /** Set where another month of sending begins, below the receipts that come first. */
  newMonth: string | null;
}

const months = [
  ...['Janeiro', 'Fevereiro', 'Março', 'Abril', 'Maio', 'Junho'],
  ...['Julho', 'Agosto', 'Setembro', 'Outubro', 'Novembro', 'Dezembro'],
];

/** 'Novembro de 2026', in São Paulo; null for a receipt that stands above the months. */
function monthOf({ receipt, isPinned }: ListedReceipt): string | null {
  const [year, month] = dayInSaoPaulo(new Date(receipt.createdAt)).split('-');
  return isPinned ? null : `${months[Number(month) - 1]} de ${year}`;
}

export function listParts(
  pages: readonly (readonly ListedReceipt[])[],
  shownPages: readonly number[],
): (MorePart | ReceiptPart)[] {
  const parts: (MorePart | ReceiptPart)[] = [];
  let monthAbove: string | null = null;
  for (const [page, listed] of pages.entries()) {
    if (shownPages.includes(page)) {
      for (const item of listed) {
        const month = monthOf(item);
        parts.push({ kind: 'receipt', ...item, newMonth: month === monthAbove ? null : month });
        monthAbove = month;
      }
      continue;
    }
    monthAbove = null;
    const [next] = listed;
    if (next && shownPages.includes(page - 1)) {
      parts.push({ kind: 'more', page, count: listed.length, firstNumber: next.number });
    }
  }
  return parts;
}

/** Keeps the object of an unchanged receipt, so that its card is not rendered again. */
async function readReceipts(before: readonly Receipt[] | null): Promise<Result<Receipt[]>> {
  const result = await call(listReceiptsEndpoint);
  if (!result.ok) return result;
  const receiptsBefore = new Map(before?.map((receipt) => [receipt.id, receipt]));
  const receipts = result.value.map((receipt) => {
    const old = receiptsBefore.get(receipt.id);
    return old && JSON.stringify(old) === JSON.stringify(receipt) ? old : receipt;
  });
  return { ok: true, value: oldestFirst(receipts) };
}

type ImageReplacement =
  | { state: 'idle' }
  | { state: 'sending'; receiptId: Id }
  | { state: 'refused'; receiptId: Id; violation: ReceiptViolation }
  | { state: 'sent'; receiptId: Id };

const noReplacement: ImageReplacement = { state: 'idle' };

export const $imageReplacement = atom<ImageReplacement>(noReplacement);

/** Replaces an illegible picture by a smaller copy of the new one. */
export async function replaceImage(receiptId: Id, file: File): Promise<void> {
  if ($imageReplacement.get().state === 'sending') return;
  const sending: ImageReplacement = { state: 'sending', receiptId };
  $imageReplacement.set(sending);
  const replacement = await sendImage(receiptId, file).catch(async (failure) => {
    environment().report(failure);
    if (hasNoAnswer(failure) || isUnavailable(failure)) await loadReceipts();
    return listedReplacement(receiptId);
  });
  // The user may have signed out while it was sent.
  if ($imageReplacement.get() !== sending) return;
  $imageReplacement.set(replacement);
  if (replacement.state === 'sent') showReplaced(receiptId);
}

/** The receipt waits for its owner no longer, so it leaves its place above the others. */
function showReplaced(receiptId: Id): void {
  const list = $myReceipts.get();
  const index = list.state === 'loaded' ? list.value.findIndex(({ id }) => id === receiptId) : -1;
  if (index !== -1) goToReceipt(index + 1);
}

async function sendImage(receiptId: Id, file: File): Promise<ImageReplacement> {
  const refused = { state: 'refused', receiptId } as const;
  if ((await readFileType(file)) === 'application/pdf')
    return { ...refused, violation: 'FILE_TYPE' };
  const reading = await readOnDevice(file, new AbortController().signal);
  if (reading.state === 'refused') return { ...refused, violation: reading.violation };
  const body = { imageBase64: await base64Of(reading.upload) };
  const { report, track } = environment();
  void track('image_save');
  const result = await call(replaceReceiptImageEndpoint, {
    parameters: { couponId: receiptId },
    body,
  });
  if (result.ok) void track('image_replaced');
  else report(result.error);
  await loadReceipts();
  return result.ok ? { state: 'sent', receiptId } : listedReplacement(receiptId);
}

/** The list knows of a picture that has arrived, although no answer said so. */
function listedReplacement(receiptId: Id): ImageReplacement {
  const list = $myReceipts.get();
  const found = list.state === 'loaded' ? list.value.find(({ id }) => id === receiptId) : null;
  return found?.status === 'IMAGE_REPLACED' ? { state: 'sent', receiptId } : noReplacement;
}

const luckyNumbers = resource(async () => {
  const me = await call(getMeEndpoint);
  return me.ok ? call(listLuckyNumbersEndpoint, { query: { consumerId: me.value.id } }) : me;
});

export const $luckyNumbers = luckyNumbers.$state;

export async function loadLuckyNumbers(): Promise<void> {
  onSignOut(luckyNumbers.clear);
  await luckyNumbers.load();
}
