import { type MouseEvent, memo, useEffect, useState } from 'react';
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
import { ReceiptCard } from './receipt-card.tsx';

export interface ReceiptListProps {
  site: SiteProps;
  receipts: readonly Receipt[];
}

/** A longer list is one of rows, which open into cards. */
const wholeList = 6;

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
  const [shown, setShown] = useState<Shown>('all');
  const [isWide] = useState(() => length > wholeList && matchMedia('(min-width: 41.25em)').matches);
  const goTo = useTarget(drawn === length, () => setShown('all'));
  const waiting = receipts.filter(isYetToEarn).length;
  const isFolded = length > wholeList;
  const isExplained = isFolded && waiting > 1;
  const isAwaitedShown = ['all', 'review'].includes(shown);
  return (
    <>
      {isFolded && (
        <ReceiptFilter receipts={receipts} shown={shown} onShow={setShown} goTo={goTo} />
      )}
      {isAwaitedShown && <AskedAgain receipts={receipts} goTo={goTo} />}
      {isAwaitedShown && isExplained && <Waiting count={waiting} />}
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
    <li className="receipts-rest">
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

type GoTo = ((event: MouseEvent, number: number) => void) | null;

/** Opens the receipt that the address names, as `#nota-3`, or that a link here leads to. */
function useTarget(isDrawn: boolean, showAll: () => void): GoTo {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => setTarget(/^#(nota-\d+)$/.exec(window.location.hash)?.[1] ?? null), []);
  useEffect(() => {
    if (!isDrawn || !target) return;
    openReceipt(target);
    setTarget(null);
  }, [isDrawn, target]);
  if (!isDrawn) return null;
  return (event, number) => {
    event.preventDefault();
    showAll();
    setTarget(receiptAnchor(number));
  };
}

/** Without animation: cards on the way would change height, and the scroll would fall short. */
function openReceipt(id: string): void {
  const title = document.getElementById(id);
  title?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  title?.scrollIntoView({ behavior: 'instant' });
  title?.focus({ preventScroll: true });
}

interface WayProps extends Pick<ReceiptListProps, 'receipts'> {
  /** Null until all are drawn. */
  goTo: GoTo;
}

function WayTo({ number, goTo }: { number: number; goTo: GoTo }) {
  return (
    goTo && (
      <a href={`#${receiptAnchor(number)}`} onClick={(event) => goTo(event, number)}>
        Ir para a nota {number}
      </a>
    )
  );
}

/** The receipts waiting for their owner, who would otherwise have to search the list for them. */
function AskedAgain({ receipts, goTo }: WayProps) {
  const asked = receipts.flatMap((receipt, place) => (canReplaceImage(receipt) ? [place + 1] : []));
  if (asked.length === 0 || receipts.length === 1) return null;
  return (
    <p className="message message-info receipts-asked">
      Precisamos de outra imagem de {asked.length === 1 ? '1\u00a0nota' : `${asked.length} notas`}.{' '}
      {asked.map((number) => (
        <WayTo key={number} number={number} goTo={goTo} />
      ))}
    </p>
  );
}

/** One notice for all receipts that wait, instead of one on each. */
function Waiting({ count }: { count: number }) {
  return (
    <div className="receipts-waiting">
      <img src={mascotPath('le')} width="320" height="300" alt="" />
      <p>
        Estamos conferindo <b>{count} notas</b>. O que elas renderem aparece aqui quando forem
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

interface ReceiptFilterProps extends WayProps {
  shown: Shown;
  onShow: (shown: Shown) => void;
}

function ReceiptFilter({ receipts, shown, onShow, goTo }: ReceiptFilterProps) {
  const stages = receipts.map(({ status }) => receiptStage(status));
  const offered = filters.map(([each, label]) => {
    const count = stages.filter((stage) => each === 'all' || stage === each).length;
    return { each, label, count };
  });
  return (
    <div className="receipts-filter">
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
      {receipts.length > firstDrawn && <WayTo number={1} goTo={goTo} />}
    </div>
  );
}
