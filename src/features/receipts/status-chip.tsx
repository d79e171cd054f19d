import type { EngineOrder } from '../../contract/receipts.ts';
import { couponStatusLabel, engineOrderLabel } from '../../rules/labels.ts';

type Tone = 'success' | 'waiting' | 'danger' | 'mute';

const couponTones: Readonly<Record<string, Tone>> = {
  DONE: 'success',
  PARTIALLY_DONE: 'success',
  REJECTED: 'danger',
  ERROR: 'danger',
  NOT_ELIGIBLE: 'mute',
};

const orderTones: Readonly<Record<string, Tone>> = {
  REQUESTED: 'success',
  ERROR: 'danger',
  CANCELLED: 'mute',
  NOT_ELIGIBLE: 'mute',
};

/** The state of a receipt (MYREC-11 to MYREC-14). */
export function CouponChip({ status }: { status: string }) {
  return <Chip tone={couponTones[status]} label={couponStatusLabel(status)} />;
}

/** The state of one engine's result (MYREC-21 to MYREC-24). */
export function OrderChip({ order, couponStatus }: { order: EngineOrder; couponStatus: string }) {
  const label = engineOrderLabel(order, couponStatus);
  const settled = label === engineOrderLabel({ status: order.status }, couponStatus);
  return <Chip tone={settled ? orderTones[order.status] : 'waiting'} label={label} />;
}

function Chip({ tone = 'waiting', label }: { tone: Tone | undefined; label: string }) {
  return <span className={`chip chip-${tone}`}>{label}</span>;
}
