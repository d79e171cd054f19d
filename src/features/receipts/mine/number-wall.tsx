import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import { isClosed } from '../../../environment.ts';
import { mascotImage, newReceiptPath } from '../../../paths.ts';
import { formatWhole } from '../../../rules/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadedView } from '../../../ui/status.tsx';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { drawDayText, validNumbers } from '../result/earnings.ts';
import { Tickets } from '../result/engine-results.tsx';
import { ShareNumbers } from '../result/share-buttons.tsx';
import { $luckyNumbers, loadLuckyNumbers } from './my-receipts.store.ts';
import styleSheet from './number-wall.css?url';

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
      figure={mascotImage(validNumbers(numbers).length > 0 ? 'comemora' : 'acena')}
      lead={<WallHead campaign={campaign} numbers={numbers} />}
      onClose={onClose}
    >
      <AllNumbers campaign={campaign} />
    </Dialog>
  );
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
      <ul className="tickets tickets-skeleton" aria-hidden="true">
        {['a', 'b', 'c'].map((key) => (
          <li key={key}>?</li>
        ))}
      </ul>
      <p>Você ainda não tem números da sorte.</p>
      {!isClosed() && (
        <a className="button button-wide" href={newReceiptPath}>
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
  const { length: count } = validNumbers(numbers);
  const caption = drawDayText(campaign);
  if (count === 0) return null;
  return (
    <p className="dialog-lead wall-head">
      <b>{formatWhole(count)}</b>
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
