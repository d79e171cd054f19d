import { availabilityText } from '../../rules/labels.ts';
import { canDecrease, canIncrease, type Selection, selectedQuantity } from '../../rules/redeem.ts';
import type { PrizeOnOffer } from './offer.store.ts';
import type { PointsTerms } from './points-terms.ts';
import { PrizePicture } from './prize-picture.tsx';
import { decrease, increase } from './redeem.store.ts';

interface PrizeCardProps {
  prize: PrizeOnOffer;
  terms: PointsTerms;
  selection: Selection;
  /** Points that the selection leaves. */
  available: number;
}

/** REDEEM-03. */
export function PrizeCard({ prize, terms, selection, available }: PrizeCardProps) {
  const quantity = selectedQuantity(prize, selection);
  const marks = [
    'prize-card',
    quantity > 0 && 'prize-card-selected',
    prize.stock <= 0 && 'prize-card-sold-out',
  ];
  return (
    <li className={marks.filter(Boolean).join(' ')}>
      <span className="points">{terms.format(prize.points)}</span>
      <PrizePicture url={prize.imageUrl} />
      <h2>{prize.description}</h2>
      <p className="prize-stock">{availabilityText(prize.stock)}</p>
      <div className="quantity">
        <StepButton
          sign="−"
          name={`Menos um: ${prize.description}`}
          enabled={canDecrease(prize, selection)}
          onPress={() => decrease(prize)}
        />
        <output>
          <span className="visually-hidden">{prize.description}: </span>
          {quantity}
        </output>
        <StepButton
          sign="+"
          name={`Mais um: ${prize.description}`}
          enabled={canIncrease(prize, selection, available)}
          onPress={() => increase(prize)}
        />
      </div>
    </li>
  );
}

interface StepButtonProps {
  sign: string;
  name: string;
  enabled: boolean;
  onPress: () => void;
}

/** Keeps the focus when it becomes disabled under the finger of whoever presses it. */
function StepButton({ sign, name, enabled, onPress }: StepButtonProps) {
  return (
    <button type="button" aria-label={name} aria-disabled={!enabled} onClick={onPress}>
      {sign}
    </button>
  );
}
