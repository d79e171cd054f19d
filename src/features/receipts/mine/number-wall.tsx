import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import { isClosed } from '../../../environment.ts';
import { mascotImage, newReceiptPath } from '../../../paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadedView } from '../../../ui/status.tsx';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { drawDayText, numberText, shownNumbersText, validNumbers } from '../result/earnings.ts';
import { Tickets, ticketClass } from '../result/engine-results.tsx';
import styleSheet from '../result/lucky-numbers.css?url';
import { ShareNumbers } from '../result/share-buttons.tsx';
import { $luckyNumbers, loadLuckyNumbers } from './my-receipts.store.ts';

interface LuckyNumbersDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function LuckyNumbersDialog({ campaign, onClose }: LuckyNumbersDialogProps) {
  useEffect(() => void loadLuckyNumbers(), []);
  useStyleSheet(styleSheet);
  const list = useStore($luckyNumbers);
  const numbers = list.state === 'loaded' ? list.value : [];
  const isEmpty = list.state === 'loaded' && numbers.length === 0;
  return (
    <Dialog
      title="Números da sorte"
      id="numeros"
      className={isEmpty ? 'dialog-numbers' : 'dialog-large dialog-numbers'}
      figure={mascotImage(shownNumbersText(numbers) ? 'comemora' : 'acena')}
      lead={<WallHead campaign={campaign} numbers={numbers} />}
      onClose={onClose}
    >
      <AllNumbers campaign={campaign} />
    </Dialog>
  );
}

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
      {isOpen && <LuckyNumbersDialog campaign={campaign} onClose={() => setOpen(false)} />}
    </>
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
      <TicketGlimpse numbers={numbers} />
    </button>
  );
}

export function TicketGlimpse({ numbers }: Pick<NumbersGlimpseProps, 'numbers'>) {
  return numbers.slice(0, 5).map((shown) => {
    const number = numberText(shown);
    return (
      <span className={ticketClass(shown)} key={String(shown.id ?? number)}>
        {number}
      </span>
    );
  });
}

function AllNumbers({ campaign }: { campaign: Campaign }) {
  const list = useStore($luckyNumbers);
  return (
    <LoadedView loaded={list} onRetry={loadLuckyNumbers}>
      {(numbers) =>
        numbers.length === 0 ? <NoNumbers /> : <NumberWall campaign={campaign} numbers={numbers} />
      }
    </LoadedView>
  );
}

function NoNumbers() {
  return (
    <div className="number-wall number-wall-empty">
      <ul className="tickets tickets-to-come" aria-hidden="true">
        {['a', 'b', 'c'].map((key) => (
          <li key={key}>?</li>
        ))}
      </ul>
      <p>Você ainda não possui números da sorte</p>
      {!isClosed() && (
        <a className="button" href={newReceiptPath}>
          Enviar nota
        </a>
      )}
    </div>
  );
}

interface NumberWallProps {
  campaign: Campaign;
  numbers: readonly ShownNumber[];
}

function WallHead({ campaign, numbers }: NumberWallProps) {
  const caption = drawDayText(campaign);
  if (!shownNumbersText(numbers)) return null;
  return (
    <p className="wall-head">
      <b>{validNumbers(numbers).length}</b>
      {caption && <span>{caption}</span>}
    </p>
  );
}

function NumberWall({ campaign, numbers }: NumberWallProps) {
  const kinds = new Set(validNumbers(numbers).map(({ type }) => type === 'BONUS'));
  return (
    <div className="number-wall">
      {kinds.size > 1 && (
        <p className="ticket-key">
          <span className="ticket-plain" aria-hidden="true" />
          Principais
        </p>
      )}
      <Tickets numbers={numbers} />
      <div className="wall-actions">
        <ShareNumbers campaign={campaign} numbers={numbers} />
        {!isClosed() && (
          <a className="button" href={newReceiptPath}>
            Enviar outra nota
          </a>
        )}
      </div>
    </div>
  );
}
