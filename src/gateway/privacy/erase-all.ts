import type { Campaign } from '../../contract/campaign.ts';
import { dayInSaoPaulo, formatDate } from '../../rules/dates.ts';
import { formatMoney } from '../../rules/money.ts';
import { participantsKeptUntil } from '../../rules/people/erasure.ts';
import type { Database, Queries } from '../db/database.ts';
import { campaignIdOf, engineKeyOf, isCampaignClosed } from '../db/queries/campaigns.ts';
import { findDraws } from '../draws/draw-queries.ts';
import { findOwnersOfAlternates } from '../draws/winners.ts';
import { StoppedByOperator } from '../failures.ts';
import { isRefusal, notAllowedNow, type Refusal } from '../refusal.ts';
import { deleteIncident, findStrangersIncidents } from '../support/queries.ts';
import { eraseConsumer } from './erase.ts';
import { findConsumersToErase, forgetErasedDocuments, sumBalances } from './queries.ts';

interface EraseAllCall {
  database: Database;
  /** For what changes each person: the audit log does not list those. */
  unauditedDatabase: Database;
  now: Date;
  clock: () => Date;
  progress: (sentence: string) => void;
  signal?: AbortSignal;
}

interface EraseAllCounts {
  erased: number;
  /** How many of the erased are winners, whose name and document are kept by law. */
  held: number;
  left: number;
  /** Of people without an account. */
  conversations: number;
}

export async function checkDeadlines(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<Refusal | null> {
  const campaignId = campaignIdOf(campaign);
  if (!(await isCampaignClosed(queries, campaignId))) {
    return notAllowedNow('A promoção ainda não foi encerrada (close).');
  }
  const draws = await findDraws(queries, campaignId);
  const isDrawn = campaign.engines
    .filter(({ type }) => type === 'DRAW')
    .map((engine) => engineKeyOf(campaign, engine))
    .every((key) => draws.some(({ engineId }) => engineId === key.engineId));
  if (!isDrawn) return notAllowedNow('Falta fazer um sorteio (draw).');
  const extractions = draws.map(({ extraction }) => extraction);
  const until = participantsKeptUntil(campaign, extractions);
  if (now >= until) return null;
  const day = formatDate(dayInSaoPaulo(until));
  return notAllowedNow(
    `Os prazos da promoção ainda correm: os dados podem ser apagados a partir de ${day}.`,
  );
}

/** Says what people lose. Money is theirs until they have been reminded of it, which --force states. */
export async function checkBalances(
  { database, progress }: Pick<EraseAllCall, 'database' | 'progress'>,
  { campaignId, mayLoseCashback }: { campaignId: number; mayLoseCashback: boolean },
): Promise<Refusal | null> {
  const sums = await sumBalances(database, campaignId);
  const { peopleWithCashback, peopleWithPoints, points } = sums;
  const wallets = peopleWithCashback === 1 ? '1 carteira' : `${peopleWithCashback} carteiras`;
  const money = formatMoney(sums.centavos);
  if (peopleWithCashback > 0 && !mayLoseCashback) {
    return notAllowedNow(
      `Ainda há até ${money} de cashback a perder, em ${wallets}: lembre as pessoas de sacar (export consumers, coluna saldo_cashback), ou apague assim mesmo com --force. Quem tem algo em aberto fica, com o seu saldo.`,
    );
  }
  const balances = [
    ...(peopleWithCashback > 0 ? [`${money} of cashback (people: ${peopleWithCashback})`] : []),
    ...(peopleWithPoints > 0 ? [`${points} points (people: ${peopleWithPoints})`] : []),
  ];
  if (balances.length > 0) {
    progress(`In wallets: ${balances.join(', ')}. People who are erased lose it.`);
  }
  return null;
}

/** Each person in a transaction, since one for all would block all other calls. */
export async function eraseEveryone(
  call: EraseAllCall,
  campaign: Campaign,
): Promise<EraseAllCounts> {
  const { database, now } = call;
  const campaignId = campaignIdOf(campaign);
  const conversations = await database.transaction(async (queries) => {
    const ids = await findStrangersIncidents(queries, campaignId);
    for (const id of ids) await deleteIncident(queries, id);
    await forgetErasedDocuments(queries, campaignId);
    return ids.length;
  });
  const alternates = await findOwnersOfAlternates(database, { campaignId, now });
  const everyone = await findConsumersToErase(database, campaignId, now);
  const people = everyone.map(({ id, isNamed }) => ({
    id,
    reason: reasonToStay({ isNamed, isAlternate: alternates.has(id) }),
  }));
  return { ...(await eraseEach(call, campaign, people)), conversations };
}

async function eraseEach(
  { unauditedDatabase, clock, signal, progress }: EraseAllCall,
  campaign: Campaign,
  people: readonly { id: number; reason: string | null }[],
): Promise<Pick<EraseAllCounts, 'erased' | 'held' | 'left'>> {
  const counts = { erased: 0, held: 0, left: 0 };
  for (const [index, { id: consumerId, reason }] of people.entries()) {
    if (signal?.aborted) throw new StoppedByOperator(index, people.length);
    const request = {
      consumerId,
      requestedBy: 'OPERATOR',
      cause: 'DEADLINE',
      now: clock(),
    } as const;
    const erased = reason
      ? notAllowedNow(reason)
      : await unauditedDatabase.transaction((queries) => eraseConsumer(queries, campaign, request));
    if (isRefusal(erased)) {
      counts.left += 1;
      progress(`${consumerId}: ${erased.message}`);
    } else {
      counts.erased += 1;
      if (erased.held) counts.held += 1;
    }
  }
  return counts;
}

function reasonToStay(person: { isNamed: boolean; isAlternate: boolean }): string | null {
  if (person.isNamed) return 'O nome está na página dos ganhadores.';
  return person.isAlternate
    ? 'Um número da pessoa é suplente de um prêmio que ainda pode voltar ou ser passado adiante.'
    : null;
}
