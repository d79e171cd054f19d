import type { ReactNode } from 'react';
import type { Redemption } from '../../contract/points.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { redemptionLabel } from '../../rules/labels.ts';
import type { RedemptionStatus } from '../../rules/redeem.ts';
import type { PointsTerms } from './points-terms.ts';
import { PrizePicture } from './prize-picture.tsx';

interface RedemptionEntryProps {
  redemption: Redemption;
  terms: PointsTerms;
}

/** MYRED-03 and MYRED-04. */
export function RedemptionEntry({ redemption, terms }: RedemptionEntryProps) {
  return (
    <details>
      <summary className="redemption-facts">
        <Fact name="# Pedido">{redemption.id}</Fact>
        <Fact name="Data">{formatDateTime(redemption.createdAt)}</Fact>
        <Fact name="Total">{terms.format(redemption.totalPoints)}</Fact>
        <Fact name="Status">
          <StatusChip status={redemption.storeIntegrationOrder?.status} />
        </Fact>
      </summary>
      <ul className="accordion-body item-list">
        {redemption.items.map(({ prize, quantity, totalPoints }) => (
          <li key={prize.id}>
            <PrizePicture url={pictureOf(prize.id, terms)} />
            <div>
              <p className="item-name">{prize.description}</p>
              <p>Quantidade: {quantity}</p>
            </div>
            <b>{terms.format(totalPoints)}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      <small>{name}</small> <b>{children}</b>
    </span>
  );
}

const tones: Readonly<Record<string, string>> = {
  NEW_ORDER: 'waiting',
  REQUESTED: 'waiting',
  CONFIRMED: 'waiting',
  BILLED: 'waiting',
  SHIPPED: 'waiting',
  AWAITING_WITHDRAW: 'waiting',
  COMPLETED: 'success',
  CANCELED: 'danger',
  ERROR: 'danger',
} satisfies Record<RedemptionStatus, string>;

/** MYRED-05 and MYRED-06. */
function StatusChip({ status }: { status: string | null | undefined }) {
  const tone = tones[status ?? ''] ?? 'mute';
  return <span className={`chip chip-${tone}`}>{redemptionLabel(status)}</span>;
}

function pictureOf(prizeId: number | string, { prizes }: PointsTerms) {
  return prizes.find(({ id }) => String(id) === String(prizeId))?.mainImageUrl;
}
