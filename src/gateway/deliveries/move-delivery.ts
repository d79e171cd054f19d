import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { findById } from '../../contract/primitives.ts';
import { formatDate } from '../../rules/dates.ts';
import {
  canMoveDelivery,
  type DeliveryStatus,
  handedOutStatuses,
  isClaimOver,
  lastDayToClaim,
} from '../../rules/rewards/prize-delivery.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf, type EngineKey } from '../db/queries/campaigns.ts';
import { lockConsumerUnlessErased, lockOwnerOf } from '../db/queries/consumers.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { changedSince, isRefusal, notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { markHandedOut } from '../rewards/instant-prize-queries.ts';
import { takeBackInstantPrize } from '../rewards/instant-prizes.ts';
import {
  type DeliveryName,
  type DeliveryOfWin,
  findDeliveryMoves,
  lockDeliveries,
  lockWinnerOf,
  storeDelivery,
  type WonDelivery,
} from './queries.ts';

interface DeliveryStep {
  to: DeliveryStatus;
  trackingCode: string | null;
  /** The code is from a list, which may be an old one. */
  isListed?: boolean | undefined;
  /** Refused if the prize has another status by now; by default any may be left. */
  expected?: readonly DeliveryStatus[] | null;
  author: string;
  now: Date;
}

/**
 * Changes the delivery status of a won prize. Refuses an unknown win, a step that the rules do not
 * allow, expiry before the last day is over, and passing on, which only a disqualification does.
 * Call it last in a transaction, since it may write the ledger.
 */
export async function moveDelivery(
  queries: Queries,
  { campaign, prizes }: CampaignSnapshot,
  {
    win,
    engineId,
    prizeId,
    ...step
  }: DeliveryStep & Omit<DeliveryName, 'campaignId'> & { prizeId?: number | null },
): Promise<(WonDelivery & { from: DeliveryStatus }) | Refusal> {
  const campaignId = campaignIdOf(campaign);
  const name = { campaignId, win, engineId };
  await lockWinnerOf(queries, name);
  const delivery = chooseDelivery(await lockDeliveries(queries, name), prizeId);
  if (isRefusal(delivery)) return delivery;
  if (step.expected && !step.expected.includes(delivery.status))
    return changedSince(delivery.status);
  const problem = deliveryProblem(campaign, delivery, step);
  if (problem) return notAllowedNow(problem);
  const { status: from } = delivery;
  const { to, now } = step;
  if (from === 'CONFIRMED' && to === 'EXPIRED' && !(await wasSent(queries, delivery))) {
    return notAllowedNow(
      `Este prêmio foi confirmado, e nada foi enviado ainda: envie-o (winners move ${win} sent), ou desfaça a confirmação (to_notify).`,
    );
  }
  const isErased = !(await lockConsumerUnlessErased(queries, delivery.consumerId));
  const trackingCode = isErased ? null : step.trackingCode;
  const movedDelivery = await writeMove(queries, delivery, { ...step, trackingCode });
  if (to === 'SENT' && from !== 'DELIVERED') {
    await emailWinner(queries, movedDelivery, { prizes, now });
  }
  if (delivery.isReceiptDenied && to === 'CONFIRMED') {
    const freed = { receiptId: delivery.receiptId, now };
    const entries = await takeBackInstantPrize(queries, freed);
    await appendToLedger(queries, campaignId, { now, entries });
  }
  return { ...movedDelivery, from };
}

async function wasSent(queries: Queries, delivery: WonDelivery): Promise<boolean> {
  const moves = await findDeliveryMoves(queries, delivery);
  return moves.some(({ to }) => to === 'SENT');
}

async function writeMove(
  queries: Queries,
  delivery: WonDelivery,
  { to, trackingCode, author, now }: DeliveryStep,
): Promise<WonDelivery> {
  const { status: from, instantReceiptId } = delivery;
  const movedDelivery = {
    ...delivery,
    status: to,
    // The code of a parcel that came back is kept: an old list of codes must not send it again.
    trackingCode: trackingCode ?? (isOut(from) || !isOut(to) ? delivery.trackingCode : null),
  };
  await storeDelivery(queries, movedDelivery, { from, author, now });
  if (instantReceiptId !== null && from !== to) {
    // A prize that was sent is gone: denying its receipt does not put it back.
    const handedOutAt = isOut(to) ? now : null;
    await markHandedOut(queries, { receiptId: instantReceiptId, handedOutAt });
  }
  return movedDelivery;
}

function isOut(status: DeliveryStatus): boolean {
  return handedOutStatuses.includes(status);
}

const alreadyHandedOutMessage = 'Este prêmio já foi entregue.';

export async function handOutPrize(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { receiptId, author, now }: { receiptId: number; author: string; now: Date },
): Promise<WonDelivery | Refusal> {
  const name = { win: String(receiptId), engineId: null };
  await lockOwnerOf(queries, 'receipts', receiptId);
  const campaignId = campaignIdOf(snapshot.campaign);
  const [delivery] = await lockDeliveries(queries, { ...name, campaignId });
  if (delivery && isOut(delivery.status)) return notAllowedNow(alreadyHandedOutMessage);
  const step = { to: 'SENT', trackingCode: null, author, now } as const;
  return moveDelivery(queries, snapshot, { ...name, ...step });
}

/**
 * Without --engine, finds the draw in which the number won.
 * @param prizeId also of a prize that left, and that a corrected draw gave to another number
 */
export function chooseDelivery(
  ofWin: readonly DeliveryOfWin[],
  prizeId: number | null = null,
): DeliveryOfWin | Refusal {
  const deliveries = ofWin.filter(
    ({ campaignPrizeId }) => prizeId === null || campaignPrizeId === prizeId,
  );
  const standing = deliveries.filter(({ isFormer }) => !isFormer);
  const [delivery, ...others] = standing.length > 0 ? standing : deliveries;
  if (!delivery) return refuse('NOT_FOUND');
  if (others.every(({ engineId }) => engineId === delivery.engineId)) return delivery;
  return notAllowedNow('Este número ganhou em mais de um sorteio: diga em qual com --engine.');
}

async function emailWinner(
  queries: Queries,
  { trackingCode, ...delivery }: WonDelivery,
  { prizes, now }: Pick<CampaignSnapshot, 'prizes'> & { now: Date },
): Promise<void> {
  const { campaignId, consumerId, campaignPrizeId } = delivery;
  const prize = findById(prizes, campaignPrizeId)?.description ?? '';
  await queueEmail(queries, {
    campaignId,
    consumerId,
    event: { kind: 'PRIZE_SENT', prize, trackingCode },
    now,
  });
}

/** The arrival of what is on its way may still be recorded. */
function receiptProblem(
  { status: from, isDoubted, receiptId }: WonDelivery,
  to: DeliveryStatus,
): string | null {
  const isGiven = to === 'CONFIRMED' || isOut(to);
  if (isDoubted && (from === 'WAITING' || (isGiven && !isOut(from)))) {
    return `A Sefaz pôs a nota deste prêmio em dúvida: receipts show ${receiptId}.`;
  }
  return from === 'WAITING' ? 'A nota deste prêmio ainda não foi aprovada.' : null;
}

function wrongCode(
  { status: from, win, trackingCode, formerCodes, codesOfOtherPrizes }: DeliveryOfWin,
  { trackingCode: newCode, isListed }: Pick<DeliveryStep, 'trackingCode' | 'isListed'>,
): string | null {
  if (!newCode) return null;
  // A list of codes names prizes that have arrived too; undoing an arrival keeps the code.
  if (from === 'DELIVERED') return alreadyHandedOutMessage;
  if (!isOut(from) && newCode === trackingCode) {
    return 'O pacote com este código voltou: a nova remessa tem outro.';
  }
  return isListed && [...formerCodes, ...codesOfOtherPrizes].includes(newCode)
    ? `Este código é de antes de uma correção ou de uma volta: se vale, winners move ${win} sent --code.`
    : null;
}

function deliveryProblem(
  campaign: Campaign,
  delivery: DeliveryOfWin,
  { to, trackingCode, isListed, now }: DeliveryStep,
): string | null {
  const { kind, status: from, win, trackingCode: code } = delivery;
  if (to === 'PASSED_ON') {
    return `Um prêmio passa a outra pessoa por winners disqualify ${win}, ou com a recusa da nota.`;
  }
  const problem = receiptProblem(delivery, to);
  if (problem) return problem;
  // Earlier versions kept a prize that came back with its winner: confirming it again frees it.
  if (delivery.isReceiptDenied && from === 'CONFIRMED') {
    return to === from
      ? null
      : `A nota deste prêmio foi recusada: winners move ${win} confirmed deixa outra nota ganhar o prêmio.`;
  }
  const codeProblem = to === 'SENT' ? wrongCode(delivery, { trackingCode, isListed }) : null;
  if (codeProblem) return codeProblem;
  const isNewCode = from === 'SENT' && to === 'SENT' && trackingCode && trackingCode !== code;
  if (!isNewCode && !canMoveDelivery(kind, from, to)) {
    return `Um prêmio ${from} não pode passar a ${to}.`;
  }
  const lastDay = lastDayToClaim(campaign, delivery);
  if (to === 'EXPIRED' && !isClaimOver(lastDay, now)) {
    return `Este prêmio pode ser reclamado até ${formatDate(lastDay)}.`;
  }
  return null;
}

/** Passes on a disqualified winner's prize. @returns why it cannot, as for one on its way */
export async function passOnDelivery(
  queries: Queries,
  { author, now, ...key }: EngineKey & { win: string } & Pick<DeliveryStep, 'author' | 'now'>,
): Promise<string | null> {
  const [delivery] = await lockDeliveries(queries, key);
  if (!delivery) return null;
  const { kind, status: from } = delivery;
  const to = 'PASSED_ON';
  if (!canMoveDelivery(kind, from, to)) {
    return `O prêmio deste número está em ${from} e não pode passar a outro.`;
  }
  await storeDelivery(queries, { ...delivery, status: to }, { from, author, now });
  return null;
}
