import { useStore } from '@nanostores/react';
import { myRedemptionsPath } from '../../paths.ts';
import {
  categoryMultipleMessage,
  deliveryTerm,
  redemptionBlockerMessage,
} from '../../rules/messages/messages.ts';
import type { RedemptionBlocker } from '../../rules/rewards/redeem.ts';
import type { CartTotals } from './cart.ts';
import { EmptyCart, maxPictures, PrizePicture } from './prize-card.tsx';
import type { PointsTerms } from './prize-catalogue.store.ts';
import { $checkout, redeemSelection } from './redeem.store.ts';

/** Replaces Resgatar once prizes were redeemed. */
export const redemptionsLinkId = 'ver-resgates';

interface CheckoutBarProps {
  terms: PointsTerms;
  totals: CartTotals;
}

export function CheckoutBar({ terms, totals }: CheckoutBarProps) {
  const checkout = useStore($checkout);
  const isSending = checkout.step === 'sending';
  const isRedeemed = checkout.step === 'redeemed';
  // Right after a redemption nothing is missing.
  const reason = isRedeemed ? '' : reasonOf(totals.blocker);
  const isDocked = totals.selected > 0 || totals.isUnanswered || isRedeemed;
  const classes = [
    'checkout-bar',
    isDocked && 'checkout-bar-docked',
    isRedeemed && 'checkout-bar-done',
  ];
  return (
    <section className={classes.filter(Boolean).join(' ')} aria-label="Seu resgate">
      {isRedeemed ? (
        <RedeemedOrder terms={terms} prizes={checkout.prizes} available={totals.available} />
      ) : (
        <div className="checkout-bar-order">
          <p className="checkout-bar-title">Seu resgate</p>
          {totals.selected === 0 && <EmptyCart />}
          <PrizeList terms={terms} prizes={totals.chosen} />
        </div>
      )}
      <div className="checkout-bar-messages" id="resgate-avisos" role="status">
        <Messages totals={totals} />
      </div>
      {!isRedeemed && (
        <dl>
          {totals.hasBalance && <Points name="Selecionado" value={terms.format(totals.selected)} />}
          <Points name="Disponível" value={terms.format(totals.available)} />
        </dl>
      )}
      <p className="checkout-bar-reason" id="resgate-motivo">
        {reason}
      </p>
      {isRedeemed ? (
        <a className="button checkout-bar-action" id={redemptionsLinkId} href={myRedemptionsPath}>
          Meus Resgates
        </a>
      ) : (
        <button
          type="button"
          className="button checkout-bar-action"
          aria-disabled={totals.blocker !== null || isSending}
          aria-busy={isSending}
          aria-describedby="resgate-avisos resgate-motivo"
          onClick={redeemSelection}
        >
          Resgatar
        </button>
      )}
    </section>
  );
}

interface PrizeListProps extends Pick<CheckoutBarProps, 'terms'> {
  prizes: CartTotals['chosen'];
}

function RedeemedOrder({ terms, prizes, available }: PrizeListProps & { available: number }) {
  return (
    <div className="checkout-bar-order">
      <div className="redeemed-stage on-rays checkout-bar-stage" aria-hidden="true">
        {prizes.slice(0, maxPictures).map(({ id, imageUrl }) => (
          <PrizePicture key={id} url={imageUrl} />
        ))}
      </div>
      <div>
        <p className="checkout-bar-title">Pedido feito</p>
        <PrizeList terms={terms} prizes={prizes} />
        <p className="checkout-bar-term">{deliveryTerm}</p>
        <dl>
          <Points name="Disponível" value={terms.format(available)} />
        </dl>
      </div>
    </div>
  );
}

function PrizeList({ terms, prizes }: PrizeListProps) {
  return (
    <ul className="checkout-bar-prizes">
      {prizes.map(({ id, quantity, description, imageUrl, points }) => (
        <li key={id}>
          <PrizePicture url={imageUrl} />
          <span>
            <b>{quantity} ×</b> {description}
          </span>
          <b>{terms.format(quantity * points)}</b>
        </li>
      ))}
    </ul>
  );
}

function Messages({ totals }: Pick<CheckoutBarProps, 'totals'>) {
  const { step } = useStore($checkout);
  return (
    <>
      {totals.isUnanswered && step !== 'sending' && (
        <p className="checkout-bar-rule">
          Não recebemos a resposta do seu resgate. Toque em Resgatar de novo: ele não será feito
          duas vezes.
        </p>
      )}
      {totals.broken.map(({ category, multiple }) => (
        <p className="checkout-bar-rule" key={category}>
          {categoryMultipleMessage(category, multiple)}
        </p>
      ))}
    </>
  );
}

function Points({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function reasonOf(blocker: RedemptionBlocker | null): string {
  return blocker && blocker !== 'CATEGORY_MULTIPLE' ? redemptionBlockerMessage(blocker) : '';
}
