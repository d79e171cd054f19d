import { availabilityText } from '../../rules/labels.ts';
import { canDecrease, canIncrease, type Selection, selectedQuantity } from '../../rules/redeem.ts';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import { type PointsTerms, PrizePicture } from './points.tsx';
import type { CataloguePrize } from './prize-catalogue.store.ts';
import { decrease, increase } from './redeem.store.ts';

interface PrizeCardProps {
  prize: CataloguePrize;
  terms: PointsTerms;
  selection: Selection;
  available: number;
}

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
      <QuantityStepper
        label={prize.description}
        quantity={quantity}
        onDecrease={canDecrease(prize, selection) ? () => decrease(prize) : null}
        onIncrease={canIncrease(prize, selection, available) ? () => increase(prize) : null}
      />
    </li>
  );
}
