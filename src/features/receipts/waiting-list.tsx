import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { SiteProps } from '../../environment.ts';
import { $session } from '../session/session.store.ts';
import { WaitingCard } from './waiting-card.tsx';
import { $isSystemDown, $outbox } from './waiting-receipts.store.ts';

interface WaitingListProps {
  site: SiteProps;
  /** The one that is in the form again; it is not listed. */
  corrected?: string | undefined;
  /** Null while another receipt is being filled in. */
  onCorrect: Parameters<typeof WaitingCard>[0]['onCorrect'];
}

/** What this device keeps for whoever is signed in; nothing when it keeps nothing. */
export function WaitingList({ site, corrected, onCorrect }: WaitingListProps) {
  const items = useStore($outbox).filter(({ receipt }) => receipt.id !== corrected);
  const signedIn = useStore($session).state === 'signed-in';
  const isOwed = items.some(({ state }) => state !== 'sent');
  const title = useRef<HTMLHeadingElement>(null);
  if (items.length === 0) return null;
  return (
    <section className="waiting-receipts" aria-labelledby="notas-guardadas" data-unsent>
      <h2 id="notas-guardadas" tabIndex={-1} ref={title}>
        {isOwed ? 'Notas aguardando envio' : 'Notas enviadas'}
      </h2>
      {signedIn ? (
        <>
          {isOwed && <Explanation />}
          <ul className="receipt-cards" data-columns={Math.min(items.length, 2)}>
            {items.map((item) => (
              <li className="receipt-paper" key={item.receipt.id}>
                <WaitingCard
                  site={site}
                  item={item}
                  onCorrect={onCorrect}
                  onDeleted={() => title.current?.focus()}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="message message-info" role="status">
          Suas notas continuam guardadas neste aparelho. Para enviar, entre na sua conta:{' '}
          <a href="#entrar">Entrar</a>
        </p>
      )}
    </section>
  );
}

function Explanation() {
  return (
    <>
      <p>Ficam guardadas neste aparelho, mesmo que você saia da conta, e só aparecem para você.</p>
      {useStore($isSystemDown) && (
        <p className="message message-info">
          O sistema não respondeu. Vamos tentar de novo em alguns minutos.
        </p>
      )}
    </>
  );
}
