import { useStore } from '@nanostores/react';
import { type MouseEvent, memo, useEffect, useState } from 'react';
import type { Receipt } from '../../../contract/receipts.ts';
import { environment, isClosed, type SiteProps } from '../../../environment.ts';
import { startSite } from '../../../hosts/site-environment.ts';
import { campaignOverDialog, mascotPath, newReceiptPath, overThisPage } from '../../../paths.ts';
import { canReplaceImage } from '../../../rules/receipts/receipt-status.ts';
import { LiveRegion, NotLoadedPanel, useHydrated } from '../../../ui/loading.tsx';
import { SmilingReceipt } from '../drawings.tsx';
import { $outbox, type OutboxItem, startOutbox } from '../outbox/outbox.store.ts';
import { OutboxList, outboxText } from '../outbox/outbox.tsx';
import { draftCorrection, receiptDraft } from '../outbox/receipt-storage.ts';
import { validNumbers } from '../result/engine-results.store.ts';
import { AfterReceiptLink } from '../result/engine-results.tsx';
import { $myReceipts, loadReceipts, retryReceipts, startMyReceipts } from './my-receipts.store.ts';
import {
  LuckyNumbersButton,
  LuckyNumbersDialog,
  NumbersGlimpse,
  ReceiptsSum,
} from './number-wall.tsx';
import { ImageSent, ReceiptCard, receiptTitleId } from './receipt-card.tsx';

/** The page `/minhas-notas`: its three islands (list, bar, outbox) are one file to fetch. */
export function MyReceipts({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startMyReceipts, []);
  const list = useStore($myReceipts);
  switch (list.state) {
    case 'loading':
      return <ReceiptCardsToCome />;
    case 'failed':
      return (
        <NotLoadedPanel figure={mascotPath('duvida')} lines={list.lines} onRetry={retryReceipts} />
      );
    case 'known':
      return (
        <>
          {list.value.length === 0 ? (
            <NoReceipts />
          ) : (
            <Receipts site={site} receipts={list.value} />
          )}
          <AfterReceiptLink campaign={site.campaign} className={afterReceiptsClass} />
        </>
      );
    default:
      return list satisfies never;
  }
}

function Receipts({ site, receipts }: ReceiptCardsProps) {
  const isOnly = receipts.length === 1;
  const numbers = validNumbers(receipts);
  const [isWallOpen, setWallOpen] = useState(false);
  return (
    <>
      <ReceiptsSum receipts={receipts}>
        {numbers.length > 0 && (
          <NumbersGlimpse numbers={numbers} onOpen={() => setWallOpen(true)} />
        )}
      </ReceiptsSum>
      {isWallOpen && (
        <LuckyNumbersDialog campaign={site.campaign} onClose={() => setWallOpen(false)} />
      )}
      <div className={isOnly ? 'receipts-first' : ''}>
        <ReceiptCards site={site} receipts={receipts} />
        {isOnly && !isClosed() && <Another />}
      </div>
      <ImageSent />
    </>
  );
}

function NoReceipts() {
  return (
    <section className="no-receipts">
      <div className="empty-state">
        <SmilingReceipt />
        <p>
          <span>Você não possui nenhuma nota cadastrada ainda,</span>{' '}
          <NewReceiptLink className="button">cadastre agora mesmo!</NewReceiptLink>
        </p>
      </div>
      <div className="photo-tips">
        <ol>
          {['Fotografe a nota inteira', 'Confira o que foi lido', 'Veja o que ela rendeu'].map(
            (step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ),
          )}
        </ol>
        <img src={mascotPath('le')} width="320" height="300" alt="" />
      </div>
    </section>
  );
}

function Another() {
  return (
    <section className="receipts-another" aria-label="Outra nota">
      <img src={mascotPath('acena')} width="320" height="300" alt="" loading="lazy" />
      <p>Tem outra nota?</p>
      <NewReceiptLink className="button">Enviar também</NewReceiptLink>
    </section>
  );
}

export function ReceiptsBar({ site }: { site: SiteProps }) {
  startSite(site);
  const { campaign } = site;
  return (
    <div className="page-bar">
      <h1 className="page-title" tabIndex={-1}>
        Minhas notas
      </h1>
      <div className="page-actions">
        {campaign.engines.some(({ type }) => type === 'DRAW') && (
          <LuckyNumbersButton campaign={campaign} />
        )}
        <NewReceiptLink className="button button-small">Nova nota</NewReceiptLink>
      </div>
    </div>
  );
}

const afterReceiptsClass = 'button button-secondary button-small receipts-more';
const shortList = 12;

/** Long lists are split into chunks of this many cards; the browser lays out only nearby ones. */
const groupSize = 48;

/** Cards per task, few enough that a slow phone still reacts in between. */
const drawnAtOnce = 6;

interface ReceiptCardsProps {
  site: SiteProps;
  receipts: readonly Receipt[];
}

/** Newest first; receipts are numbered from the oldest. */
function ReceiptCards({ site, receipts }: ReceiptCardsProps) {
  const drawn = useDrawn(receipts.length);
  return (
    <>
      <AskedAgain receipts={receipts} isDrawn={drawn === receipts.length} />
      <WayToFirst receipts={receipts} isDrawn={drawn === receipts.length} />
      <div className="receipt-groups">
        {Array.from({ length: Math.ceil(drawn / groupSize) }, (_, group) => {
          const from = group * groupSize;
          const to = Math.min(from + groupSize, drawn);
          return <ReceiptGroup key={from} site={site} receipts={receipts} from={from} to={to} />;
        })}
      </div>
    </>
  );
}

/** Places are counted from the newest. Rerendered only while it grows: there may be many. */
const ReceiptGroup = memo(function ReceiptGroup(
  props: ReceiptCardsProps & { from: number; to: number },
) {
  const { site, receipts, from, to } = props;
  const { length } = receipts;
  return (
    <ul className="receipt-cards" data-columns={Math.min(length, 3)}>
      {receipts
        .slice(length - to, length - from)
        .reverse()
        .map((receipt, place) => (
          <li className="receipt-paper" key={receipt.id}>
            <ReceiptCard site={site} receipt={receipt} number={length - from - place} />
          </li>
        ))}
      {to === length && <RestOfRow cards={to} />}
    </ul>
  );
});

/** What the last row of three has left invites to send another receipt. */
function RestOfRow({ cards }: { cards: number }) {
  const left = (3 - (cards % 3)) % 3;
  if (cards < 3 || left === 0 || isClosed()) return null;
  return (
    <li className="receipts-rest" data-columns={left}>
      <Another />
    </li>
  );
}

function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(shortList);
  useEffect(() => {
    if (drawn >= count) return;
    const next = setTimeout(() => setDrawn(drawn + drawnAtOnce));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

interface WayProps extends Pick<ReceiptCardsProps, 'receipts'> {
  isDrawn: boolean;
}

/** The receipts waiting for their owner, who would otherwise have to search the list for them. */
function AskedAgain({ receipts, isDrawn }: WayProps) {
  const asked = receipts.flatMap((receipt, place) =>
    canReplaceImage(receipt) ? [{ id: receiptTitleId(receipt.id), number: place + 1 }] : [],
  );
  if (asked.length === 0 || receipts.length === 1) return null;
  return (
    <p className="message message-info receipts-asked">
      Precisamos de outra imagem de {asked.length === 1 ? '1\u00a0nota' : `${asked.length} notas`}.{' '}
      {isDrawn &&
        asked.map(({ id, number }) => (
          <a key={id} href={`#${id}`} onClick={(event) => jump(event, id)}>
            Ir para a nota {number}
          </a>
        ))}
    </p>
  );
}

function WayToFirst({ receipts, isDrawn }: WayProps) {
  const [first] = receipts;
  if (!first || receipts.length <= shortList) return null;
  const id = receiptTitleId(first.id);
  return (
    <p className="receipts-way">
      {receipts.length} notas.{' '}
      {isDrawn && (
        <a href={`#${id}`} onClick={(event) => jump(event, id)}>
          Ir para a nota 1
        </a>
      )}
    </p>
  );
}

/** Without animation: cards on the way would change height, and the scroll would fall short. */
function jump(event: MouseEvent, id: string): void {
  event.preventDefault();
  const title = document.getElementById(id);
  title?.scrollIntoView({ behavior: 'instant' });
  title?.focus({ preventScroll: true });
}

function ReceiptCardsToCome() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Carregando…
      </p>
      <ul className="receipt-cards" data-columns="3" aria-hidden="true">
        {[1, 2, 3].map((place) => (
          <li className="receipt-paper" key={place}>
            <div className="receipt-card receipt-card-to-come" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** After the end, opens the dialog that says so. */
function NewReceiptLink({ className, children }: { className?: string; children: string }) {
  const locked = useHydrated() && isClosed();
  return (
    <a className={className} href={locked ? overThisPage(campaignOverDialog) : newReceiptPath}>
      <span>{children}</span>
    </a>
  );
}

/** Shows receipts that are still only on this device, above those that the gateway has. */
export function Outbox({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startOutbox, []);
  const items = useStore($outbox);
  const sent = items.filter(({ state }) => state === 'sent').length;
  useEffect(() => {
    if (sent > 0) void loadReceipts();
  }, [sent]);
  return (
    <>
      <LiveRegion text={outboxText(items)} />
      {items.length > 0 && (
        <OutboxList site={site} onCorrect={receiptDraft.get() === null ? goAndCorrect : null} />
      )}
    </>
  );
}

function goAndCorrect(receipt: OutboxItem['receipt']): void {
  draftCorrection(receipt);
  environment().navigate(newReceiptPath);
}
