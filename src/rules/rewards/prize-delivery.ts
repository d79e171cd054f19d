import { parameter, type WithParameters } from '../campaign/parameters.ts';
import { addMs, dayInSaoPaulo, dayMs, firstInstantAfter, instantOf } from '../dates.ts';

export type PrizeKind = 'DRAW' | 'INSTANT_PRIZE';

export type DeliveryStatus =
  /** The receipt of this instant prize is neither approved nor confirmed yet, or is doubted. */
  | 'WAITING'
  | 'TO_NOTIFY'
  | 'WAITING_DOCUMENTS'
  | 'CONFIRMED'
  | 'SENT'
  | 'DELIVERED'
  /** Not claimed in time: its value goes to the National Treasury. */
  | 'EXPIRED'
  | 'PASSED_ON';

const moves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  // Only the receipt leads here and out again, such as by an approval or a doubt.
  WAITING: [],
  TO_NOTIFY: ['WAITING_DOCUMENTS', 'CONFIRMED', 'EXPIRED', 'PASSED_ON'],
  WAITING_DOCUMENTS: ['CONFIRMED', 'EXPIRED', 'PASSED_ON'],
  // Some are handed over in person; a winner whose parcel came back may be out of reach for good.
  CONFIRMED: ['SENT', 'DELIVERED', 'PASSED_ON', 'TO_NOTIFY', 'EXPIRED'],
  // A returned parcel can be sent again.
  SENT: ['DELIVERED', 'CONFIRMED'],
  // These two only where they were recorded by mistake.
  DELIVERED: ['SENT'],
  EXPIRED: ['CONFIRMED'],
  PASSED_ON: [],
};

export const deliveryStatuses = Object.keys(moves) as DeliveryStatus[];

export const handedOutStatuses: readonly DeliveryStatus[] = ['SENT', 'DELIVERED'];

/** A parcel that does not arrive comes back within so many days after the last move. */
const returnDays = 30;

/** Whether a prize may still come back, be claimed or pass to another person. */
export function isDeliveryOpen(
  { status, movedAt }: { status: DeliveryStatus; movedAt: Date | null },
  now: Date,
): boolean {
  if (status === 'SENT') return movedAt !== null && now < addMs(movedAt, returnDays * dayMs);
  return !['DELIVERED', 'EXPIRED', 'PASSED_ON'].includes(status);
}

/** The code of a parcel that came back no longer says where the prize is. */
export function currentCode(delivery: {
  status: DeliveryStatus;
  trackingCode: string | null;
}): string | null {
  return handedOutStatuses.includes(delivery.status) ? delivery.trackingCode : null;
}

/** Winners of a draw must first prove who they are; an instant prize may be sent at once. */
export function canMoveDelivery(kind: PrizeKind, from: DeliveryStatus, to: DeliveryStatus) {
  if (kind === 'INSTANT_PRIZE' && to === 'PASSED_ON') return false;
  const isSentAtOnce = kind === 'INSTANT_PRIZE' && from === 'TO_NOTIFY' && to === 'SENT';
  return isSentAtOnce || moves[from].includes(to);
}

const defaultClaimDays = 180;

/**
 * The last day, `yyyy-MM-dd`, on which a prize can be claimed: 180 days from the day of the draw,
 * for instant prizes from the end of the promotion (Decreto 70.951/1972, art. 6), or as many as the
 * campaign's parameter PRIZE_CLAIM_DAYS says.
 */
export function lastDayToClaim(
  campaign: WithParameters & { endsAt: string },
  prize: { kind: PrizeKind; extraction: string | null },
): string {
  const start =
    prize.kind === 'DRAW' && prize.extraction
      ? prize.extraction
      : dayInSaoPaulo(instantOf(campaign.endsAt));
  return dayInSaoPaulo(
    new Date(instantOf(`${start}T12:00:00`).getTime() + daysToClaim(campaign) * dayMs),
  );
}

export function daysToClaim(campaign: WithParameters): number {
  const claimDays = Number(parameter(campaign, 'PRIZE_CLAIM_DAYS'));
  return Number.isInteger(claimDays) && claimDays > 0 ? claimDays : defaultClaimDays;
}

/** The last day still counts, in São Paulo. */
export function isClaimOver(lastDay: string, now: Date): boolean {
  return now >= firstInstantAfter(`${lastDay}T23:59:59`);
}
