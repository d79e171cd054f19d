import { isSameId } from '../../contract/primitives.ts';
import { environment } from '../../environment.ts';
import {
  type BrokenMultiple,
  canDecrease,
  canIncrease,
  leastPoints,
  multipleOf,
  type Selection,
  selectedQuantity,
} from '../../rules/rewards/redeem.ts';
import { formatWhole } from '../../rules/text.ts';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import type { CataloguePrize, PointsTerms } from './prize-catalogue.store.ts';
import { decrease, increase } from './redeem.store.ts';

interface PrizeCardProps {
  prize: CataloguePrize;
  prizes: readonly CataloguePrize[];
  terms: PointsTerms;
  selection: Selection;
  available: number;
  broken: readonly BrokenMultiple[];
  isSoldOut: boolean;
}

export function PrizeCard({
  prize,
  prizes,
  terms,
  selection,
  available,
  broken,
  isSoldOut,
}: PrizeCardProps) {
  const quantity = selectedQuantity(prize, selection);
  const cost = leastPoints(prize, prizes, { selection, rules: terms.checkoutRules });
  const lacksPointsForMore = 0 < quantity && quantity < prize.stock && available < prize.points;
  const stockId = `estoque-${prize.id}`;
  const classes = [
    'prize-card',
    quantity > 0 && 'prize-card-selected',
    prize.stock <= 0 && 'prize-card-sold-out',
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <span className="points">
        <svg viewBox="0 0 60 62" aria-hidden="true">
          <use href="#coin" />
        </svg>
        {terms.format(prize.points)}
      </span>
      <PrizePicture url={prize.imageUrl} />
      <h2>{prize.description}</h2>
      <p className="prize-stock" id={stockId}>
        {availabilityText(prize.stock)}
        {prize.stock > 0 && <Multiple prize={prize} terms={terms} broken={broken} />}
        {prize.stock > 0 && quantity === 0 && available < cost && (
          <>
            {available > 0 && <progress max={cost} value={available} aria-hidden="true" />}
            <b>{terms.missing(cost - available)}</b>
          </>
        )}
        {lacksPointsForMore && <span>{terms.missing(prize.points - available)} para mais 1</span>}
      </p>
      {!isSoldOut && (
        <QuantityStepper
          className="prize-quantity"
          label={prize.description}
          quantity={quantity}
          describedBy={stockId}
          onDecrease={canDecrease(prize, selection) ? () => decrease(prize) : null}
          onIncrease={canIncrease(prize, selection, available) ? () => increase(prize) : null}
        />
      )}
    </li>
  );
}

type MultipleProps = Pick<PrizeCardProps, 'prize' | 'terms' | 'broken'>;

function openRuleOf({ category }: CataloguePrize, broken: PrizeCardProps['broken']) {
  return category && broken.find(({ categoryId }) => isSameId(categoryId, category.id));
}

/** The category's multiple; once some are chosen, how many are missing. */
function Multiple({ prize, terms, broken }: MultipleProps) {
  const multiple = multipleOf(prize, terms.checkoutRules);
  const { category } = prize;
  if (!multiple || !category) return null;
  const openRule = openRuleOf(prize, broken);
  const rule = `${category.name}: só de\u00a0${multiple}\u00a0em\u00a0${multiple}`;
  return (
    <span className="prize-multiple">
      {rule}{' '}
      {openRule && (
        <b>{openRule.missing === 1 ? 'Falta mais 1' : `Faltam mais ${openRule.missing}`}</b>
      )}
    </span>
  );
}

export function availabilityText(stock: number): string {
  if (stock <= 0) return 'Esgotado';
  return stock === 1 ? '1 disponível' : `${formatWhole(stock)} disponíveis`;
}

interface BalanceProps {
  name: string;
  terms: PointsTerms;
  balance: number | 'loading' | 'failed';
}

export function Balance({ name, terms, balance }: BalanceProps) {
  if (balance === 'failed' && !terms.rule) return null;
  return (
    <p className="redeem-balance">
      <svg viewBox="0 0 60 62" aria-hidden="true">
        <use href="#coin" />
      </svg>
      {balance !== 'failed' && (
        <b>
          <span className="visually-hidden">{name} </span>
          {balance === 'loading' ? '…' : terms.format(balance)}
        </b>
      )}
      {terms.rule && <span className="points-rule">{terms.rule}</span>}
    </p>
  );
}

export const maxPictures = 3;

export function PrizePicture({ url }: { url: string | null | undefined }) {
  if (url) {
    const address = environment().site.pictures?.[url] ?? url;
    return <img className="prize-picture" src={address} width="240" height="150" alt="" />;
  }
  return (
    <svg className="prize-picture prize-picture-missing" viewBox="0 0 240 150" aria-hidden="true">
      <use href="#gift" x="65" y="18" width="110" height="110" />
    </svg>
  );
}

export function EmptyCart() {
  return (
    <svg className="empty-basket" viewBox="0 0 120 120" aria-hidden="true">
      <use href="#basket" />
    </svg>
  );
}
