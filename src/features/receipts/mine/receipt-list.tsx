import { useStore } from '@nanostores/react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Receipt } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import {
  campaignOverDialog,
  mascotPath,
  newReceiptPath,
  overThisPage,
  receiptAnchor,
} from '../../../paths.ts';
import { isYetToEarn } from '../../../rules/receipts/receipt-messages.ts';
import {
  canReplaceImage,
  type ReceiptStage,
  receiptStage,
} from '../../../rules/receipts/receipt-status.ts';
import { useHydrated } from '../../../ui/loading.tsx';
import type { ListedPrize } from '../result/engine-results.store.ts';
import { usePrize } from '../result/engine-results.tsx';
import { $wantedReceipt } from './my-receipts.store.ts';
import { ReceiptCard } from './receipt-card.tsx';

export interface ReceiptListProps {
  site: SiteProps;
  receipts: readonly Receipt[];
}

/** A long list is shown as rows, which open into cards. */
export function isLongList({ length }: ReceiptListProps['receipts']): boolean {
  return length > 6;
}

/** As many as a window has in a row: in a list of rows the newest are open. */
const newestOpen = { wide: 3, narrow: 1 } as const;

const firstDrawn = 12;

/** Long lists are split into chunks of this many cards; the browser lays out only nearby ones. */
const groupSize = 48;

/** Rows per task, few enough that a slow phone still reacts in between. */
const drawnAtOnce = 12;

/** Newest first; receipts are numbered from the oldest. */
export function ReceiptList({ site, receipts }: ReceiptListProps) {
  const { length } = receipts;
  const drawn = useDrawn(length);
  const isFolded = isLongList(receipts);
  const [chosen, choose] = useState<Shown>('all');
  const [isWide] = useState(() => isFolded && matchMedia('(min-width: 41.25em)').matches);
  const isWanted = useWantedReceipt(drawn === length, () => choose('all'));
  const shown = isWanted ? 'all' : chosen;
  // On a phone only the newest card is open, and says itself what it waits for.
  const isExplained = isWide && receipts.filter(isYetToEarn).length > 1;
  const isAwaitedShown = ['all', 'review'].includes(shown);
  return (
    <>
      {isFolded && <ReceiptFilter receipts={receipts} shown={shown} onShow={choose} />}
      {isAwaitedShown && (
        <div className="receipts-notices">
          <AskedAgain receipts={receipts} />
          {isExplained && <Waiting />}
        </div>
      )}
      <div
        className={isFolded ? 'receipt-groups receipt-rows' : 'receipt-groups'}
        data-shown={shown}
      >
        {Array.from({ length: Math.ceil(drawn / groupSize) }, (_, group) => {
          const from = group * groupSize;
          return (
            <ReceiptGroup
              key={from}
              site={site}
              receipts={receipts}
              from={from}
              to={Math.min(from + groupSize, drawn)}
              open={isFolded ? newestOpen[isWide ? 'wide' : 'narrow'] : length}
              isExplained={isExplained}
            />
          );
        })}
      </div>
    </>
  );
}

interface ReceiptGroupProps extends ReceiptListProps {
  from: number;
  to: number;
  /** How many of the newest stand open; all, where none folds. */
  open: number;
  isExplained: boolean;
}

/** Places are counted from the newest. Rerendered only while it grows: there may be many. */
const ReceiptGroup = memo(function ReceiptGroup(props: ReceiptGroupProps) {
  const { site, receipts, from, to, open, isExplained } = props;
  const { length } = receipts;
  return (
    <ul className="receipt-cards" data-columns={Math.min(length, 3)}>
      {receipts
        .slice(length - to, length - from)
        .reverse()
        .map((receipt, place) => (
          <ReceiptCard
            key={receipt.id}
            site={site}
            receipt={receipt}
            number={length - from - place}
            fold={open === length ? null : from + place < open ? 'open' : 'closed'}
            isExplained={isExplained}
          />
        ))}
      {to === length && open === length && <RestOfRow cards={to} />}
    </ul>
  );
});

/** In what the last row of three has left, a card that invites to send another receipt. */
function RestOfRow({ cards }: { cards: number }) {
  if (cards < 3 || cards % 3 === 0 || isClosed()) return null;
  return (
    <li className="receipts-rest" style={{ gridColumn: `span ${3 - (cards % 3)}` }}>
      <Another />
    </li>
  );
}

/** Outlined, unless it is the button that matters most on the page. */
export function Another({ isCalm = true }: { isCalm?: boolean }) {
  return (
    <section className="receipts-another" aria-label="Outra nota">
      <img src={mascotPath('acena')} width="320" height="300" alt="" loading="lazy" />
      <p>Tem outra nota?</p>
      <NewReceiptLink className={isCalm ? 'button button-secondary' : 'button'}>
        Enviar também
      </NewReceiptLink>
    </section>
  );
}

/** After the end, opens the dialog that says so. */
export function NewReceiptLink({ className, children }: { className?: string; children: string }) {
  const locked = useHydrated() && isClosed();
  return (
    <a className={className} href={locked ? overThisPage(campaignOverDialog) : newReceiptPath}>
      <span>{children}</span>
    </a>
  );
}

function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(firstDrawn);
  useEffect(() => {
    if (drawn >= count) return;
    const next = setTimeout(() => setDrawn(drawn + drawnAtOnce));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

/** Opens the receipt that the address or a link leads to. @returns whether one is yet to open */
function useWantedReceipt(isDrawn: boolean, showAll: () => void): boolean {
  const wanted = useStore($wantedReceipt);
  useEffect(() => {
    const named = /^#nota-(\d+)$/.exec(window.location.hash);
    if (named) $wantedReceipt.set(Number(named[1]));
  }, []);
  useEffect(() => {
    if (!isDrawn || wanted === null) return;
    showAll();
    openReceipt(receiptAnchor(wanted));
    $wantedReceipt.set(null);
  }, [isDrawn, wanted, showAll]);
  return wanted !== null;
}

/** Without animation: cards on the way would change height, and the scroll would fall short. */
function openReceipt(id: string): void {
  const title = document.getElementById(id);
  title?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  title?.scrollIntoView({ behavior: 'instant' });
  title?.focus({ preventScroll: true });
}

interface ReceiptLinkProps {
  number: number;
  children: ReactNode;
}

export function ReceiptLink({ number, children }: ReceiptLinkProps) {
  return (
    <a
      href={`#${receiptAnchor(number)}`}
      onClick={(event) => {
        event.preventDefault();
        $wantedReceipt.set(number);
      }}
    >
      {children}
    </a>
  );
}

export function PrizeLink({ number, campaignPrizeId }: ListedPrize) {
  const prize = usePrize(campaignPrizeId);
  return (
    <ReceiptLink number={number}>
      {prize?.description ?? 'Ver'}
      <span className={prize && 'visually-hidden'}> na nota {number}</span>
    </ReceiptLink>
  );
}

/** The receipts waiting for their owner, who would otherwise have to search the list for them. */
function AskedAgain({ receipts }: Pick<ReceiptListProps, 'receipts'>) {
  const asked = receipts.flatMap((receipt, place) => (canReplaceImage(receipt) ? [place + 1] : []));
  if (asked.length === 0 || receipts.length === 1) return null;
  return (
    <p className="message message-info receipts-asked">
      Precisamos de outra imagem de {asked.length === 1 ? '1\u00a0nota' : `${asked.length} notas`}.{' '}
      {asked.map((number) => (
        <ReceiptLink key={number} number={number}>
          Ir para a nota {number}
        </ReceiptLink>
      ))}
    </p>
  );
}

/** One notice for all receipts that wait, instead of one on each. */
function Waiting() {
  return (
    <div className="receipts-waiting">
      <img src={mascotPath('le')} width="320" height="300" alt="" />
      <p>
        Estamos conferindo suas notas. O que elas ainda renderem aparece aqui quando forem
        aprovadas.
      </p>
    </div>
  );
}

type Shown = 'all' | ReceiptStage;

const filters: readonly [Shown, string][] = [
  ['all', 'Todas'],
  ['review', 'Em moderação'],
  ['credited', 'Conferidas'],
  ['refused', 'Recusadas'],
];

interface ReceiptFilterProps extends Pick<ReceiptListProps, 'receipts'> {
  shown: Shown;
  onShow: (shown: Shown) => void;
}

function ReceiptFilter({ receipts, shown, onShow }: ReceiptFilterProps) {
  const stages = receipts.map(({ status }) => receiptStage(status));
  const offered = filters.map(([each, label]) => {
    const count = stages.filter((stage) => each === 'all' || stage === each).length;
    return { each, label, count };
  });
  return (
    <div className="receipts-filter">
      <div>
        <fieldset className="segmented" aria-label="Mostrar">
          {offered
            .filter(({ each, count }) => count > 0 || each === shown)
            .map(({ each, label, count }) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === shown}
                onClick={() => onShow(each)}
              >
                {label} <b>{count}</b>
              </button>
            ))}
        </fieldset>
        {receipts.length > firstDrawn && <ReceiptLink number={1}>Ir para a nota 1</ReceiptLink>}
      </div>
    </div>
  );
}
