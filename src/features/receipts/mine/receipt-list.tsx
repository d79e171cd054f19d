import { useStore } from '@nanostores/react';
import { Fragment, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import { campaignOverDialog, newReceiptPath, overThisPage, receiptAnchor } from '../../../paths.ts';
import { receiptStage } from '../../../rules/receipts/receipt-status.ts';
import { LiveRegion, useHydrated } from '../../../ui/loading.tsx';
import { inNextTask } from '../begin-later.ts';
import { DiscFigure } from '../receipt-parts.tsx';
import { type ListedPrize, prizesOf } from '../result/earnings.ts';
import { glimpseCount, TicketsInLine, UnfoldButton, usePrize } from '../result/engine-results.tsx';
import { LazyDialog } from './lazy-parts.tsx';
import {
  $receiptsView,
  type FocusedReceipt,
  goToReceipt,
  type ListedReceipt,
  listParts,
  type MorePart,
  receiptPages,
  type StageFilter,
  showPage,
  showPages,
  showStage,
} from './my-receipts.store.ts';
import { ReceiptCard } from './receipt-card.tsx';

export interface ReceiptListProps {
  site: SiteProps;
  receipts: readonly Receipt[];
}

/** As in receipt-card.css: from this width on cards stand side by side. */
const hasWideWindow = () => matchMedia('(min-width: 41.25em)').matches;

const maxCards = 6;
const maxCardsOnPhone = 3;

const isLong = ({ length }: ReceiptListProps['receipts']) => length > maxCards;

/** Rows if cards would fill many screens. Decided once, or a turned phone would lose the rows' buttons. */
function useRows(receipts: ReceiptListProps['receipts']): boolean {
  const [isInRows] = useState(
    () => isLong(receipts) || (receipts.length > maxCardsOnPhone && !hasWideWindow()),
  );
  return isInRows;
}

export function ReceiptCardsSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Carregando…
      </p>
      <ul className="receipt-cards" data-columns="3" aria-hidden="true">
        {[1, 2, 3].map((key) => (
          <li className="receipt-paper" key={key}>
            <div className="receipt-card receipt-card-skeleton" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The first rows take longest: the others of their page wait for a task of their own. */
const firstTaskCount = 7;

export function ReceiptList({ site, receipts }: ReceiptListProps) {
  const { length } = receipts;
  const isInRows = useRows(receipts);
  const { stage, shownPages, focused } = useStore($receiptsView);
  const pages = useMemo(() => receiptPages(receipts, stage), [receipts, stage]);
  useReceiptInAddress();
  useWholeListInPrint(pages.length);
  const isSecondTask = useSecondTask();
  useEffect(() => {
    if (focused && isSecondTask) focusReceipt(focused);
  }, [focused, isSecondTask]);
  const listed = pages.flat();
  const count = listed.length;
  const opened = stage === 'all' ? openAtFirst(listed) : undefined;
  const parts = listParts(pages, shownPages).slice(0, isSecondTask ? undefined : firstTaskCount);
  const initialFold = (number: number) => {
    if (!isInRows) return null;
    return number === opened?.number ? 'open' : 'closed';
  };
  const spareCells = isInRows || isClosed() ? 0 : emptyCells(listed);
  const hiddenCount = pages.filter((_, page) => !shownPages.includes(page)).flat().length;
  return (
    <>
      {isLong(receipts) && <ReceiptFilter receipts={receipts} stage={stage} />}
      <ul
        className={isInRows ? 'receipt-cards receipt-rows' : 'receipt-cards'}
        data-columns={Math.min(length, 3)}
      >
        {parts.map((part) =>
          part.kind === 'more' ? (
            <MoreReceipts key={`more ${part.firstNumber}`} part={part} hiddenCount={hiddenCount} />
          ) : (
            <Fragment key={part.receipt.id}>
              {isInRows && part.newMonth && <li className="receipts-month">{part.newMonth}</li>}
              <ReceiptCard
                site={site}
                receipt={part.receipt}
                number={part.number}
                initialFold={initialFold(part.number)}
                opening={focused?.opens && focused.number === part.number ? focused : null}
                isPinned={part.isPinned}
              />
            </Fragment>
          ),
        )}
        {spareCells > 0 && (
          <li className="receipts-slot" data-cells={spareCells}>
            <AnotherReceipt />
          </li>
        )}
      </ul>
      <LiveRegion
        text={
          shownPages.some((page) => page > 0)
            ? `Mostrando ${count - hiddenCount} de ${count} notas`
            : ''
        }
      />
    </>
  );
}

/** The row that starts open: in a short list the first with a prize, else the first of all. */
function openAtFirst(listed: readonly ListedReceipt[]): ListedReceipt | undefined {
  const withPrize = listed.find(({ receipt }) => prizesOf(receipt).length > 0);
  return (listed.length <= maxCards && withPrize) || listed[0];
}

/** What the last row leaves free, if there are three cards in a row; a pinned one has its own. */
function emptyCells(listed: readonly ListedReceipt[]): number {
  const inRows = listed.filter(({ isPinned }) => !isPinned).length;
  return listed.length > 2 ? (3 - (inRows % 3)) % 3 : 0;
}

function MoreReceipts({ part, hiddenCount }: { part: MorePart; hiddenCount: number }) {
  return (
    <li className="receipts-next">
      <button type="button" className="button button-secondary" onClick={() => showPage(part)}>
        <span>Mostrar mais {part.count}</span>
      </button>
      <p>
        {hiddenCount > part.count && `Faltam ${hiddenCount} · `}
        <ReceiptLink number={1}>Ir para a nota 1</ReceiptLink>
      </p>
    </li>
  );
}

export function AnotherReceipt() {
  return (
    <section className="receipts-another first-step" aria-label="Outra nota">
      <DiscFigure pose="acena" />
      <p>Tem outra nota?</p>
      <NewReceiptLink className="button">Enviar também</NewReceiptLink>
    </section>
  );
}

export function NewReceiptLink({ className, children }: { className?: string; children: string }) {
  const isLocked = useHydrated() && isClosed();
  return (
    <a className={className} href={isLocked ? overThisPage(campaignOverDialog) : newReceiptPath}>
      <span>{children}</span>
    </a>
  );
}

function useSecondTask(): boolean {
  const [isSecondTask, setSecondTask] = useState(false);
  useEffect(() => inNextTask(() => void setSecondTask(true)), []);
  return isSecondTask;
}

function useReceiptInAddress(): void {
  useEffect(() => {
    const goToAddressed = () => {
      const number = Number(window.location.hash.split('-')[1]);
      if (window.location.hash === `#${receiptAnchor(number)}`) goToReceipt(number);
    };
    goToAddressed();
    window.addEventListener('hashchange', goToAddressed);
    return () => window.removeEventListener('hashchange', goToAddressed);
  }, []);
}

/** Prints all pages: “Mostrar mais” cannot be pressed on paper. */
function useWholeListInPrint(pages: number): void {
  useEffect(() => {
    const showWhole = () => showPages(pages);
    window.addEventListener('beforeprint', showWhole);
    return () => window.removeEventListener('beforeprint', showWhole);
  }, [pages]);
}

/** Without animation: cards on the way would change height, and the scroll would fall short. */
function focusReceipt({ number, opens }: FocusedReceipt): void {
  const title = document.getElementById(receiptAnchor(number));
  if (opens) title?.scrollIntoView({ behavior: 'instant' });
  title?.focus({ preventScroll: opens });
}

interface ReceiptLinkProps {
  number: number;
  className?: string;
  children: ReactNode;
}

function ReceiptLink({ number, className, children }: ReceiptLinkProps) {
  return (
    <a
      href={`#${receiptAnchor(number)}`}
      className={className}
      onClick={(event) => {
        event.preventDefault();
        goToReceipt(number);
      }}
    >
      {children}
    </a>
  );
}

/** The newest prizes; a press shows all: many would push the list far down. */
export function PrizeLinks({ prizes }: { prizes: readonly ListedPrize[] }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = prizes;
  return (
    <>
      <ul>
        {prizes.slice(0, isOpen ? length : glimpseCount).map((prize) => (
          <li key={`${prize.number} ${prize.campaignPrizeId}`}>
            <PrizeLink {...prize} />
          </li>
        ))}
      </ul>
      {length > glimpseCount && (
        <UnfoldButton isOpen={isOpen} count={length} onPress={() => setOpen(!isOpen)} />
      )}
    </>
  );
}

function PrizeLink({ number, campaignPrizeId }: ListedPrize) {
  const prize = usePrize(campaignPrizeId);
  return (
    <ReceiptLink number={number} className="notched">
      {prize?.description ?? 'Ver'}
      <span className={prize && 'visually-hidden'}> na nota {number}</span>
    </ReceiptLink>
  );
}

const filters: readonly [StageFilter, string][] = [
  ['all', 'Todas'],
  ['review', 'Em conferência'],
  ['credited', 'Conferidas'],
  ['denied', 'Reprovadas'],
];

interface ReceiptFilterProps extends Pick<ReceiptListProps, 'receipts'> {
  stage: StageFilter;
}

/** Counts all receipts, so not again when only more of them are drawn. */
const ReceiptFilter = memo(function ReceiptFilter({ receipts, stage }: ReceiptFilterProps) {
  const stages = receipts.map(({ status }) => receiptStage(status));
  const options = filters.map(([value, label]) => {
    const count = stages.filter((other) => value === 'all' || other === value).length;
    return { value, label, count };
  });
  return (
    <div className="receipts-filter">
      <fieldset className="segmented" aria-label="Filtrar notas">
        {options
          .filter(({ value, count }) => count > 0 || value === stage)
          .map(({ value, label, count }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === stage}
              onClick={() => showStage(value)}
            >
              {label} <b>{count}</b>
            </button>
          ))}
      </fieldset>
    </div>
  );
});

interface LuckyNumbersButtonProps {
  campaign: Campaign;
  className?: string;
}

export function LuckyNumbersButton({ campaign, className = '' }: LuckyNumbersButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`button button-small button-secondary ${className}`.trim()}
        onClick={() => setOpen(true)}
      >
        <span>
          Meus números<span className="visually-hidden"> da sorte</span>
        </span>
      </button>
      {isOpen && <LazyLuckyNumbers campaign={campaign} onClose={() => setOpen(false)} />}
    </>
  );
}

export function LazyLuckyNumbers(props: { campaign: Campaign; onClose: () => void }) {
  return (
    <LazyDialog title="Números da sorte" onClose={props.onClose}>
      {({ LuckyNumbersDialog }) => <LuckyNumbersDialog {...props} />}
    </LazyDialog>
  );
}

interface NumbersGlimpseProps {
  numbers: readonly ShownNumber[];
  onOpen: () => void;
}

export function NumbersGlimpse({ numbers, onOpen }: NumbersGlimpseProps) {
  return (
    <button type="button" className="sum-numbers" onClick={onOpen}>
      <b>
        {numbers.length === 1 ? 'Ver número' : 'Ver todos'}
        <span className="visually-hidden">
          {numbers.length === 1 ? ' da sorte' : ' os números da sorte'}
        </span>
      </b>
      <TicketsInLine numbers={numbers} />
    </button>
  );
}
