import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import type { Winner, WinnerList } from '../../contract/winners.ts';
import {
  erasedWinner,
  publicCity,
  publicName,
  type WinnerNames,
} from '../../rules/draws/published-winners.ts';
import { succession } from '../../rules/draws/winners-and-alternates.ts';
import {
  type DatedEntry,
  type EntryOf,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import { maskDocument } from '../../rules/people/cpf-cnpj.ts';
import { formatLuckyNumber, parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { isDeliveryOpen } from '../../rules/rewards/prize-delivery.ts';
import type { WinnerPageRecord } from '../campaign/published-campaign.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { campaignIdOf, type EngineKey, requestRebuild } from '../db/queries/campaigns.ts';
import { passOnDelivery } from '../deliveries/move-delivery.ts';
import { startMailing, stopDrawResults } from '../emails/mailings.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { appendToLedger, lockLedgerAndAssignPositions } from '../ledger/append-entries.ts';
import { findMilestones } from '../ledger/queries.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import {
  deleteWinner,
  findDraws,
  findNumberOwner,
  findValidNumbers,
  insertWinner,
  lockLuckyNumbers,
} from './draw-queries.ts';
import { type DrawState, readDrawState, readDrawStates } from './draw-state.ts';
import {
  findDrawsWithMailedResult,
  forgetUnsentResults,
  mailChangedResult,
} from './result-emails.ts';
import {
  copyWinnersCities,
  deleteWinnerPage,
  findDrawDeliveries,
  findNamedWinners,
  findWinnerPage,
  type NamedWinner,
  storeWinnerPage,
} from './winner-queries.ts';

export const noDrawYetMessage = 'Nenhum sorteio foi realizado.';

export async function readWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  now: Date,
): Promise<WinnerList | null> {
  const { campaign } = snapshot;
  const campaignId = campaignIdOf(campaign);
  const page = await findWinnerPage(queries, campaignId, now);
  if (!page) return null;
  const publishedDraws = await findDrawsWithMailedResult(queries, campaignId);
  const draws = (await findDraws(queries, campaignId)).filter(
    ({ engineId, namedUntil }) => publishedDraws.has(engineId) && namedUntil > now,
  );
  const winners = await findNamedWinners(queries, campaignId);
  const milestones = (await findMilestones(queries, campaignId)).flatMap(
    ({ entry }) => readLedgerEntry(entry) ?? [],
  );
  const certificate = drawCertificates(snapshot).join(', ') || undefined;
  return {
    promotion: campaign.name,
    publishedAt: page.publishedAt.toISOString(),
    draws: draws.map((draw) => ({
      name: findById(campaign.engines, draw.engineId)?.name ?? '',
      certificate,
      extraction: draw.extraction,
      federalPrizes: [...draw.federalPrizes],
      drawn: formatLuckyNumber({ series: draw.drawnSeries, number: draw.drawnNumber }),
      winners: winners
        .filter(({ engineId }) => engineId === draw.engineId)
        .map((winner) => publishedWinner(winner, snapshot, page.names)),
      disqualified: standingDisqualifications(milestones, draw.engineId).map(
        ({ number, reason, successor }) => ({ number, reason, successor }),
      ),
    })),
  };
}

/** Those of all draws: the campaign does not say which belongs to which. */
export function drawCertificates({ hotsite }: CampaignSnapshot): string[] {
  const ofDraws = hotsite.footer.certificates.filter(({ engineType }) => engineType === 'DRAW');
  return ofDraws.map(({ number }) => number);
}

/** A corrected draw starts over: earlier disqualifications no longer count. */
export function standingDisqualifications(
  entries: readonly DatedEntry[],
  engine: number,
): EntryOf<'WINNER_DISQUALIFIED'>[] {
  const isDraw = (entry: DatedEntry) =>
    (entry.type === 'DRAW_MADE' || entry.type === 'DRAW_CORRECTED') && entry.engine === engine;
  return entries
    .slice(entries.findLastIndex(isDraw))
    .flatMap((entry) =>
      entry.type === 'WINNER_DISQUALIFIED' && entry.engine === engine ? entry : [],
    );
}

function publishedWinner(
  { campaignPrizeId, series, number, isErased, name, document, city }: NamedWinner,
  { prizes }: CampaignSnapshot,
  names: WinnerNames,
): Winner {
  return {
    prize: findById(prizes, campaignPrizeId)?.description ?? '',
    number: formatLuckyNumber({ series, number }),
    name: isErased ? erasedWinner : publicName(name, names),
    document: isErased ? null : maskDocument(document),
    city: isErased ? null : publicCity(city),
  };
}

const firstForm = { type: 'PDF', names: 'FULL' } as const;

/** Repeated, it keeps the page's form unless another is named, and emails still go out once. */
export async function publishWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  page: Partial<WinnerPageRecord> & Pick<WinnerPageRecord, 'publishedAt'>,
): Promise<WinnerList | Refusal> {
  const campaignId = campaignIdOf(snapshot.campaign);
  const draws = await findDraws(queries, campaignId);
  if (draws.length === 0) return notAllowedNow(noDrawYetMessage);
  if (draws.every(({ namedUntil }) => namedUntil <= page.publishedAt)) {
    return notAllowedNow('Passou um ano da apuração: os ganhadores não podem mais ser divulgados.');
  }
  const published = await findWinnerPage(queries, campaignId, page.publishedAt);
  await storeWinnerPage(queries, campaignId, { ...firstForm, ...published, ...page });
  await copyWinnersCities(queries, campaignId);
  for (const { engineId } of draws) {
    const content = { kind: 'DRAW_RESULT', engineId } as const;
    await startMailing(queries, { campaignId, content, now: page.publishedAt });
  }
  await requestRebuild(queries, campaignId);
  return (await readWinners(queries, snapshot, page.publishedAt)) ?? refuse('NOT_FOUND');
}

/** Ends the publication before its year is over, and its emails; publishing again takes both up. */
export async function unpublishWinners(
  queries: Queries,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<Refusal | null> {
  const wasPublished = await deleteWinnerPage(queries, campaignId);
  if (!wasPublished) return notAllowedNow('Nenhum ganhador está publicado.');
  await stopDrawResults(queries, { ofCampaign: campaignId, now });
  await forgetUnsentResults(queries, campaignId);
  await requestRebuild(queries, campaignId);
  return null;
}

function standingAlternates({ draw, rules }: Pick<DrawState, 'draw' | 'rules'>): readonly string[] {
  return draw && rules?.disqualified !== 'TREASURY' ? draw.alternates : [];
}

/** People who may still get a prize, because its winner may be disqualified. */
export async function findOwnersOfAlternates(
  queries: Queries,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<Set<number>> {
  const deliveries = await findDrawDeliveries(queries, campaignId);
  const open = deliveries.filter((delivery) => isDeliveryOpen(delivery, now));
  const owners = new Set<number>();
  const stateOf = await readDrawStates(queries, campaignId);
  for (const engineId of new Set(open.map((delivery) => delivery.engineId))) {
    const key = { campaignId, engineId };
    for (const alternate of standingAlternates(stateOf(engineId))) {
      const number = parseLuckyNumber(alternate);
      if (number) owners.add((await findNumberOwner(queries, { ...key, ...number })).consumerId);
    }
  }
  return owners;
}

interface DisqualifiedWinner {
  disqualifiedConsumerId: number;
  successor: string | null;
}

/**
 * Publishes the reason, and emails it to the winner. The prize goes where the commitments say: to
 * no one, or to the next number in order that is not void. Refused once it is on its way.
 */
export async function disqualifyWinner(
  queries: Transaction,
  request: EngineKey & { number: string; reason: string; author: string; now: Date },
): Promise<DisqualifiedWinner | Refusal> {
  const { campaignId, engineId, number, reason, author, now } = request;
  const key = { campaignId, engineId };
  // Until the transaction ends, no number becomes void or valid again, and no winner is erased.
  await lockLuckyNumbers(queries);
  await lockLedgerAndAssignPositions(queries, campaignId);
  const { draw, rules } = await readDrawState(queries, key);
  const drawnNumber = parseLuckyNumber(number);
  if (!drawnNumber || !draw?.winners.includes(number)) {
    return notAllowedNow(`O número ${number} não tem prêmio neste sorteio.`);
  }
  const problem = await passOnDelivery(queries, { ...key, win: number, author, now });
  if (problem) return notAllowedNow(problem);
  const { consumerId: disqualifiedConsumerId } = await findNumberOwner(queries, {
    ...key,
    ...drawnNumber,
  });
  const event = { kind: 'WINNER_DISQUALIFIED', number, reason } as const;
  await queueEmail(queries, { campaignId, consumerId: disqualifiedConsumerId, event, now });
  const prize = await deleteWinner(queries, { ...key, ...drawnNumber });
  const alternates = standingAlternates({ draw, rules });
  const validNumbers = await findValidNumbers(queries, key, alternates);
  const { successor } = succession(alternates, (alternate) => validNumbers.has(alternate));
  const successorNumber = successor ? parseLuckyNumber(successor) : null;
  if (prize && successorNumber) {
    const { luckyNumberId, consumerId } = await findNumberOwner(queries, {
      ...key,
      ...successorNumber,
    });
    await insertWinner(queries, key, { ...prize, luckyNumberId, consumerId });
  }
  await mailChangedResult(queries, { ...key, now });
  await requestRebuild(queries, campaignId);
  await appendToLedger(queries, campaignId, {
    now,
    entries: [{ type: 'WINNER_DISQUALIFIED', engine: engineId, number, reason, successor }],
  });
  return { disqualifiedConsumerId, successor };
}
