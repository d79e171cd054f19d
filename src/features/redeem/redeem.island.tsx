import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { lookUpAddress } from '../../client/lazy-address-lookup.ts';
import type { PointsSite } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotImage, myRedemptionsPath, newReceiptPath, notLoadedPanel } from '../../paths.ts';
import { deliveryTerm, notices } from '../../rules/messages/messages.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { FoundPlace, LoadedView } from '../../ui/status.tsx';
import { $session } from '../session/session.store.ts';
import type { ChosenPrize } from './cart.ts';
import { CheckoutBar, redemptionsLinkId } from './checkout-bar.tsx';
import { Balance, EmptyCart, maxPictures, PrizeCard, PrizePicture } from './prize-card.tsx';
import {
  $catalogue,
  type Catalogue,
  type PointsTerms,
  pointsTerms,
  retryCatalogue,
} from './prize-catalogue.store.ts';
import {
  $checkout,
  $selection,
  $totals,
  backToPrizes,
  deliveryAddressFormConfig,
  followCatalogue,
} from './redeem.store.ts';

export function RedeemPage({ site }: { site: PointsSite }) {
  startSite(site);
  useEffect(followCatalogue, []);
  const terms = pointsTerms(site.campaign);
  return (
    <div className="page">
      <header className="page-head redeem-head rays">
        <div>
          <h1 className="page-title" tabIndex={-1}>
            Resgate suas cestas
          </h1>
          <Invitation />
          <KnownBalance terms={terms} />
          <FirstPoints />
        </div>
        <Mascot />
      </header>
      <Content terms={terms} />
      <CheckoutDialog />
    </div>
  );
}

/** With the points already selected, which the bar tells from those that are left. */
function KnownBalance({ terms }: { terms: PointsTerms }) {
  const catalogue = useStore($catalogue);
  const balance = catalogue.state === 'loaded' ? catalogue.value.wallet.balance : catalogue.state;
  return <Balance name="Saldo:" terms={terms} balance={balance} />;
}

function Invitation() {
  const totals = useStore($totals);
  const { step } = useStore($checkout);
  const hasFailed = useStore($catalogue).state === 'failed';
  if (totals?.isSoldOut || hasFailed) return null;
  return (
    <>
      {step === 'redeemed' && <p className="redeem-cheer">Parabéns pela troca!</p>}
      <p>Selecione os itens desejados</p>
    </>
  );
}

function FirstPoints() {
  if (!useHasNothing()) return null;
  return (
    <a className="button button-small when-joinable redeem-head-link" href={newReceiptPath}>
      Enviar nota e juntar pontos
    </a>
  );
}

function Mascot() {
  const hasNothing = useHasNothing();
  const isSoldOut = useStore($totals)?.isSoldOut;
  if (useStore($catalogue).state === 'failed') return null;
  const pose = hasNothing ? 'acena' : 'comemora';
  return <img {...mascotImage(isSoldOut ? 'dorme' : pose)} fetchPriority="low" alt="" />;
}

/** No points, and none that have just become prizes. */
function useHasNothing(): boolean {
  const totals = useStore($totals);
  const { step } = useStore($checkout);
  return totals !== null && !totals.hasBalance && !totals.isSoldOut && step !== 'redeemed';
}

function Content({ terms }: { terms: PointsTerms }) {
  const catalogue = useStore($catalogue);
  return (
    <LoadedView loaded={catalogue} onRetry={retryCatalogue} panel={notLoadedPanel()}>
      {(value) => <Prizes catalogue={value} terms={terms} />}
    </LoadedView>
  );
}

function Prizes({ catalogue, terms }: { catalogue: Catalogue; terms: PointsTerms }) {
  const selection = useStore($selection);
  const totals = useStore($totals);
  if (!totals) return null;
  const hasBar = !totals.isSoldOut || totals.isUnanswered;
  return (
    <div className={hasBar ? 'redeem' : 'redeem redeem-without-bar'}>
      {totals.isSoldOut && <SoldOut terms={terms} balance={catalogue.wallet.balance} />}
      <ul className={totals.isSoldOut ? 'prize-grid prize-grid-over' : 'prize-grid'}>
        {catalogue.prizes.map((prize) => (
          <PrizeCard
            key={prize.id}
            prize={prize}
            prizes={catalogue.prizes}
            terms={terms}
            selection={selection}
            available={totals.available}
            broken={totals.broken}
            isSoldOut={totals.isSoldOut}
          />
        ))}
      </ul>
      {hasBar && (
        <div className="redeem-side">
          <CheckoutBar terms={terms} totals={totals} />
          {totals.hasBalance && <MorePoints terms={terms} />}
        </div>
      )}
    </div>
  );
}

function MorePoints({ terms }: { terms: PointsTerms }) {
  return (
    <section className="more-points when-joinable" aria-labelledby="mais-pontos">
      <h2 id="mais-pontos">Quer juntar mais?</h2>
      {terms.rule && <p>Em cada nota, {terms.rule}</p>}
      <a className="button button-small button-secondary" href={newReceiptPath}>
        Enviar nota
      </a>
      <img className="figure-disc" {...mascotImage('acena')} loading="lazy" alt="" />
    </section>
  );
}

function SoldOut({ terms, balance }: { terms: PointsTerms; balance: number }) {
  return (
    <section className="panel sold-out">
      <EmptyCart />
      <div>
        <h2>Prêmios esgotados!</h2>
        {balance > 0 && <p>{unusedPoints(terms.format(balance))}</p>}
        <p>{deliveryTerm}</p>
      </div>
      <a className="button" id={redemptionsLinkId} href={myRedemptionsPath}>
        Ver meus resgates
      </a>
    </section>
  );
}

const unusedPoints = (points: string) =>
  `Seu saldo de ${points} continua na sua conta. Se um prêmio voltar ao estoque, você troca aqui.`;

function CheckoutDialog() {
  const checkout = useStore($checkout);
  switch (checkout.step) {
    case 'addressing':
      return <DeliveryAddressDialog onClose={backToPrizes} />;
    case 'failed':
      return <AlertDialog lines={checkout.lines} onClose={backToPrizes} />;
    case 'redeemed':
      return <RedeemedDialog prizes={checkout.prizes} />;
    case 'choosing':
    case 'sending':
      return null;
    default:
      return checkout satisfies never;
  }
}

/** Celebrates the redeemed prizes. Resgatar is gone by then, so this gets the focus. */
function RedeemedDialog({ prizes }: { prizes: readonly ChosenPrize[] }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  useEffect(() => {
    const link = isOpen ? null : document.getElementById(redemptionsLinkId);
    // In the bar it stands where Resgatar was pressed: the page need not move.
    link?.focus({ preventScroll: link.closest('.checkout-bar') !== null });
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <Dialog
      title={notices.prizesRedeemed}
      className="dialog-centred dialog-redeemed"
      id="resgatado"
      cross={false}
      onClose={close}
    >
      <div className="redeemed-stage" aria-hidden="true">
        {prizes.slice(0, maxPictures).map(({ id, imageUrl }) => (
          <PrizePicture key={id} url={imageUrl} />
        ))}
      </div>
      <img className="redeemed-mascot" {...mascotImage('comemora')} alt="" />
      <div className="redeemed-sheet">
        <ul className="redeemed-prizes">
          {prizes.map(({ id, quantity, description }) => (
            <li key={id}>
              <b>{quantity}</b> {description}
            </li>
          ))}
        </ul>
        <p>{deliveryTerm}</p>
        <div className="button-row">
          <a className="button" href={myRedemptionsPath}>
            Ver meus resgates
          </a>
          <button type="button" className="button button-secondary" onClick={close}>
            Fechar
          </button>
        </div>
      </div>
    </Dialog>
  );
}

export function FramedRedeem({ site }: { site: PointsSite }) {
  startSite(site);
  const { state } = useStore($session, { ssr: 'initial' });
  return state === 'signed-in' ? <RedeemPage site={site} /> : null;
}

function DeliveryAddressDialog({ onClose }: { onClose: () => void }) {
  const [form] = useState(() => createForm(deliveryAddressFormConfig()));
  return (
    <Dialog title="Endereço de entrega" figure={mascotImage('acena')} onClose={onClose}>
      <Form form={form}>
        <ErrorSummary form={form} />
        <AddressFields form={form} lookUp={lookUpAddress} summary={FoundPlace} />
        <SubmitButton form={form}>Salvar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
