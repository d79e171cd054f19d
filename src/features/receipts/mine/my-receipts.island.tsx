import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import { environment, isClosed, type ReceiptSite, type SiteProps } from '../../../environment.ts';
import { startSite } from '../../../hosts/site-environment.ts';
import { mascotImage, newReceiptPath, notLoadedPanel, winnersPath } from '../../../paths.ts';
import { winnerPage } from '../../../rules/draws/published-winners.ts';
import { notices } from '../../../rules/messages/messages.ts';
import { hasEngine } from '../../../rules/rewards/engines-and-reward-status.ts';
import { luckyNumberNames } from '../../../rules/rewards/lucky-number-format.ts';
import { formatWhole } from '../../../rules/text.ts';
import { LiveRegion, Loading } from '../../../ui/loading.tsx';
import { NotLoaded, NotLoadedPanel, StaleNote } from '../../../ui/status.tsx';
import { useLazyModule } from '../begin-later.ts';
import { $outbox, followOutbox, type OutboxItem } from '../outbox/outbox.store.ts';
import {
  AfterReceiptLink,
  DiscFigure,
  PossibleEarnings,
  SmilingReceipt,
} from '../receipt-parts.tsx';
import { draftCorrection, receiptDraft } from '../receipt-storage.ts';
import {
  type ListedPrize,
  luckyNumbersNewestFirst,
  type PrizeResult,
  receiptsTotal,
} from '../result/earnings.ts';
import { loadLazyParts } from './lazy-parts.tsx';
import {
  $imageReplacement,
  $myReceipts,
  areAllDenied,
  aroundCards,
  followMyReceipts,
  retryReceipts,
} from './my-receipts.store.ts';
import {
  AnotherReceipt,
  LazyLuckyNumbers,
  LuckyNumbersButton,
  NewReceiptLink,
  NumbersGlimpse,
  PrizeLinks,
  ReceiptCardsSkeleton,
  ReceiptList,
  type ReceiptListProps,
} from './receipt-list.tsx';

const afterReceiptsClass = 'button button-secondary button-small receipts-more';

/** The page `/minhas-notas`: its three islands are in one file, so that it fetches one script. */
export function MyReceipts({ site }: { site: ReceiptSite }) {
  startSite(site);
  useEffect(followMyReceipts, []);
  const list = useStore($myReceipts);
  switch (list.state) {
    case 'loading':
      return <ReceiptCardsSkeleton />;
    case 'failed':
      return <NotLoadedPanel {...notLoadedPanel()} lines={list.lines} onRetry={retryReceipts} />;
    case 'loaded':
      return list.value.length === 0 ? (
        <NoReceipts campaign={site.campaign} />
      ) : (
        <>
          <StaleNote {...list} />
          <Receipts site={site} receipts={list.value} />
          <AfterReceiptLink campaign={site.campaign} className={afterReceiptsClass} />
        </>
      );
    default:
      return list satisfies never;
  }
}

function Receipts({ site, receipts }: ReceiptListProps) {
  const { cards, mayHaveNumbers, asksForAnother } = aroundCards(receipts, site.campaign);
  const numbers = luckyNumbersNewestFirst(receipts);
  const [isWallOpen, setWallOpen] = useState(false);
  return (
    <>
      {cards === 'several' && (
        <ReceiptsSum campaign={site.campaign} receipts={receipts}>
          {mayHaveNumbers && <NumbersGlimpse numbers={numbers} onOpen={() => setWallOpen(true)} />}
        </ReceiptsSum>
      )}
      {isWallOpen && (
        <LazyLuckyNumbers campaign={site.campaign} onClose={() => setWallOpen(false)} />
      )}
      <div className={cards === 'only' ? 'receipts-first' : ''}>
        <ReceiptList site={site} receipts={receipts} />
        {cards === 'only' && mayHaveNumbers && (
          <div className="receipts-numbers">
            <LuckyNumbersButton campaign={site.campaign} />
          </div>
        )}
        {asksForAnother && <AnotherReceipt />}
      </div>
      <ImageSent />
    </>
  );
}

const prizeNames: readonly [PrizeResult['outcome'], one: string, many: string][] = [
  ['won', 'prêmio confirmado', 'prêmios confirmados'],
  ['likely', 'provável prêmio na hora', 'prováveis prêmios na hora'],
];

interface ReceiptsSumProps extends Pick<ReceiptListProps, 'receipts'> {
  campaign: Pick<Campaign, 'engines'>;
  children?: ReactNode;
}

export function ReceiptsSum({ campaign, receipts, children }: ReceiptsSumProps) {
  const { numbers, prizes, waiting } = receiptsTotal(receipts);
  const countsNumbers = hasEngine(campaign, 'DRAW');
  if (!countsNumbers && prizes.length === 0 && waiting === 0) return null;
  if (areAllDenied(receipts)) return <NothingYet>{children}</NothingYet>;
  return (
    <section className="receipts-sum on-rays" aria-label="Resumo das suas notas">
      <div className="sum-content">
        <dl>
          {countsNumbers && (
            <Count count={numbers} name={luckyNumberNames}>
              {children}
            </Count>
          )}
          {prizeNames.map(([outcome, ...name]) => (
            <PrizeCount
              key={outcome}
              name={name}
              prizes={prizes.filter((prize) => prize.outcome === outcome)}
            />
          ))}
          {waiting > 0 && (
            <Count count={waiting} name={['nota em conferência', 'notas em conferência']} />
          )}
        </dl>
      </div>
      <img {...mascotImage(prizes.length > 0 ? 'comemora' : 'le')} loading="lazy" alt="" />
    </section>
  );
}

function NothingYet({ children }: Pick<ReceiptsSumProps, 'children'>) {
  return (
    <section className="receipts-sum receipts-sum-calm" aria-label="Resumo das suas notas">
      <div className="sum-content">
        <h2>Nenhuma nota valeu ainda.</h2>
        {!isClosed() && <p>Tem outra nota da promoção? Envie também.</p>}
        {children}
      </div>
      <img {...mascotImage('duvida')} loading="lazy" alt="" />
    </section>
  );
}

function PrizeCount(props: Pick<CountProps, 'name'> & { prizes: readonly ListedPrize[] }) {
  const { name, prizes } = props;
  if (prizes.length === 0) return null;
  return (
    <Count count={prizes.length} name={name} className="sum-prize">
      <PrizeLinks prizes={prizes} />
    </Count>
  );
}

interface CountProps {
  count: number;
  name: readonly [one: string, many: string];
  className?: string;
  children?: ReactNode;
}

/** In a `dl` the name goes first; on the screen the count does. */
function Count({ count, name: [one, many], className, children }: CountProps) {
  return (
    <div className={className}>
      <dt>{count === 1 ? one : many}</dt>
      <dd>{formatWhole(count)}</dd>
      {children && <dd>{children}</dd>}
    </div>
  );
}

function ImageSent() {
  const isSent = useStore($imageReplacement).state === 'sent';
  return <LiveRegion text={isSent ? notices.requestSent : ''} />;
}

/** With a receipt in the outbox it does not ask for a first one, and only says how it goes. */
function NoReceipts({ campaign }: Pick<SiteProps, 'campaign'>) {
  const hasStored = useStore($outbox).length > 0;
  return (
    <section className={hasStored ? 'no-receipts no-receipts-waiting' : 'no-receipts'}>
      {!hasStored && (
        <div className="empty-state first-step">
          <SmilingReceipt />
          <p>
            Você não possui nenhuma nota cadastrada ainda,{' '}
            <NewReceiptLink>cadastre agora mesmo!</NewReceiptLink>
          </p>
          {!isClosed() && <NewReceiptLink className="button">Enviar nota</NewReceiptLink>}
        </div>
      )}
      <div className="photo-tips no-receipts-steps">
        <ol>
          {['Fotografe a nota inteira', 'Confira o que foi lido', 'Veja o que ela rendeu'].map(
            (step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ),
          )}
        </ol>
        <DiscFigure pose="le" />
        <PossibleEarnings engines={campaign.engines} />
        <AfterReceiptLink campaign={campaign} className="button-link" />
      </div>
    </section>
  );
}

export function ReceiptsBar({ site }: { site: ReceiptSite }) {
  startSite(site);
  const { campaign } = site;
  const list = useStore($myReceipts, { ssr: 'initial' });
  const around = list.state === 'loaded' ? aroundCards(list.value, campaign) : null;
  const hasStored = useStore($outbox, { ssr: 'initial' }).length > 0;
  const hasNewLink =
    (around?.cards !== 'none' || hasStored) && around?.cards !== 'only-without-photo';
  const hasWinnersLink = winnerPage(campaign) !== null;
  // A phone has room for one beside the title: for a link, where the page shows numbers below.
  const saysNumbers = !around || hasStored || around.saysNumbers;
  const isButtonSpare = saysNumbers && (hasNewLink || hasWinnersLink);
  const linkClasses = [
    'button button-small',
    around?.needsPhoto && 'button-secondary',
    around?.asksForAnother && 'spare-on-desk',
    'when-joinable',
  ];
  return (
    <div className="page-bar">
      <h1 className="page-title" tabIndex={-1}>
        Minhas notas
      </h1>
      <div className="page-actions receipts-actions">
        {hasEngine(campaign, 'DRAW') && (
          <LuckyNumbersButton
            campaign={campaign}
            className={isButtonSpare ? 'spare-on-phone' : ''}
          />
        )}
        {hasNewLink && (
          <NewReceiptLink className={linkClasses.filter(Boolean).join(' ')}>
            Nova nota
          </NewReceiptLink>
        )}
        {hasWinnersLink && (
          <a className="button button-small when-closed" href={winnersPath}>
            Ver ganhadores
          </a>
        )}
      </div>
    </div>
  );
}

/** Shows receipts that are still only on this device, above those that the gateway has. */
export function Outbox({ site }: { site: ReceiptSite }) {
  startSite(site);
  useEffect(followOutbox, []);
  const lazyParts = useLazyModule(loadLazyParts);
  const parts = lazyParts.state === 'loaded' ? lazyParts.module : null;
  const items = useStore($outbox);
  const list = useStore($myReceipts);
  const listedIds = list.state === 'loaded' ? list.value.map(({ id }) => id) : [];
  return (
    <>
      <LiveRegion text={parts?.outboxText(items) ?? ''} />
      {parts && items.length > 0 && (
        <parts.OutboxList
          site={site}
          listedIds={listedIds}
          onCorrect={receiptDraft.get() === null ? goAndCorrect : null}
        />
      )}
      {lazyParts.state === 'loading' && items.length > 0 && <Loading />}
      {lazyParts.state === 'failed' && items.length > 0 && (
        <NotLoaded lines={lazyParts.lines} onRetry={lazyParts.retry} />
      )}
    </>
  );
}

function goAndCorrect(receipt: OutboxItem['receipt']): void {
  draftCorrection(receipt);
  environment().navigate(newReceiptPath);
}
