import { drawPrizes } from '../../campaign/draw-prizes.ts';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import { drawnNumber, type FederalPrizes } from '../../rules/draws/federal-lottery.ts';
import {
  type DrawLimits,
  type DrawnPlaces,
  drawOrder,
  fillPlaces,
} from '../../rules/draws/winners-and-alternates.ts';
import { type Opening, openedPerson } from '../../rules/log/hidden-owners.ts';
import type { DrawResult, LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { maxEntryBytes } from '../../rules/log/log-tiles.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { type LuckyNumber, numberSpace } from '../../rules/rewards/lucky-numbers.ts';
import type { Queries, Transaction } from '../db/database.ts';
import {
  type EngineKey,
  engineKeyOf,
  isCampaignClosed,
  requestRebuild,
} from '../db/queries/campaigns.ts';
import {
  appendToLedger,
  entryText,
  lockLedgerAndAssignPositions,
} from '../ledger/append-entries.ts';
import { deriveOpening } from '../ledger/log-key.ts';
import { type EntryOwners, findEntryOwners } from '../ledger/queries.ts';
import { isRefusal, notAllowedNow, type Refusal } from '../refusal.ts';
import {
  deleteDrawAndWinners,
  findNumberOwner,
  findNumbersInDraw,
  findSeriesInDraw,
  insertDraw,
  insertWinner,
  lockLuckyNumbers,
  type NumberOwner,
} from './draw-queries.ts';
import {
  type DrawState,
  dayProblem,
  drawCutoffOf,
  readDrawState,
  repetitionProblem,
} from './draw-state.ts';
import { freezeList, notClosedMessage } from './freeze-list.ts';
import { mailChangedResult } from './result-emails.ts';

export interface Extraction {
  federalPrizes: FederalPrizes;
  day: string;
}

export interface DrawRequest {
  engine: Engine;
  extraction: Extraction;
  /** Needed unless the list is already frozen. */
  unjudgedReason: string | null;
  allowLateFreeze: boolean;
  correctionReason: string | null;
  now: Date;
}

interface DrawnPrize {
  prize: CampaignPrize;
  winner: (NumberOwner & LuckyNumber) | null;
}

export interface MadeDraw {
  drawn: LuckyNumber;
  prizes: DrawnPrize[];
}

/** Once, from the declared extraction, and last in its transaction. Freezes the list if it is not yet. */
export async function makeDraw(
  queries: Transaction,
  snapshot: CampaignSnapshot,
  request: DrawRequest,
): Promise<MadeDraw | Refusal> {
  const { engine, extraction, correctionReason, now } = request;
  const key = engineKeyOf(snapshot.campaign, engine);
  if (!(await isCampaignClosed(queries, key.campaignId))) {
    return notAllowedNow(notClosedMessage);
  }
  const owners = await findLikelyOwners(queries, snapshot, request);
  if (isRefusal(owners)) return owners;
  await lockLuckyNumbers(queries);
  await lockLedgerAndAssignPositions(queries, key.campaignId);
  const stateBefore = await readDrawState(queries, key);
  const prizes = prizesToDraw(stateBefore, snapshot, request);
  if (isRefusal(prizes)) return prizes;
  const state = await freezeUnlessFrozen(queries, stateBefore, { ...request, key });
  if (isRefusal(state)) return state;
  const search = await findPlaces(queries, { key, state, prizes, request });
  const openings = await discloseOwners(queries, key, { ...search, owners });
  if (isRefusal(openings)) return openings;
  if (correctionReason) await deleteDrawAndWinners(queries, key);
  await storeDraw(queries, { key, extraction, prizes, search, now });
  if (correctionReason) {
    await mailChangedResult(queries, { ...key, now });
    await requestRebuild(queries, key.campaignId);
  }
  const result = drawResult(request, search, openings);
  await appendToLedger(queries, key.campaignId, {
    now,
    entries: drawEntries(drawEntry(result, stateBefore, correctionReason), now),
  });
  return {
    drawn: search.drawn,
    prizes: prizes.map((prize, index) => ({ prize, winner: winnerAt(search, index) })),
  };
}

const noPrizesMessage = 'A campanha não diz quais prêmios são deste sorteio.';

function prizesToDraw(
  stateBefore: DrawState,
  snapshot: CampaignSnapshot,
  { engine, extraction, correctionReason, now }: DrawRequest,
): readonly CampaignPrize[] | Refusal {
  const prizes = drawPrizes(snapshot, engine);
  const problem =
    dayProblem(stateBefore, { day: extraction.day, endsAt: snapshot.campaign.endsAt, now }) ??
    repetitionProblem(stateBefore, correctionReason) ??
    prizesProblem(stateBefore, prizes);
  if (problem) return notAllowedNow(problem);
  return prizes ?? notAllowedNow(noPrizesMessage);
}

async function freezeUnlessFrozen(
  queries: Queries,
  stateBefore: DrawState,
  { key, unjudgedReason, allowLateFreeze, now }: DrawRequest & { key: EngineKey },
): Promise<DrawState | Refusal> {
  if (stateBefore.frozen) return stateBefore;
  const frozen = await freezeList(queries, { ...key, unjudgedReason, allowLateFreeze, now });
  return isRefusal(frozen) ? frozen : readDrawState(queries, key);
}

function maxWinsPerPerson({ details }: Engine): number {
  return details.maxRewardsByConsumer ?? Infinity;
}

/** Shows who owns the winning numbers or, with a limit per person, all numbers that were checked. */
function drawResult(
  { engine, extraction }: DrawRequest,
  { drawn, places, checkedNumbers }: DrawSearch,
  openings: readonly [number: string, Opening][],
): DrawResult {
  const isLimited = maxWinsPerPerson(engine) !== Infinity;
  const opened = new Set(isLimited ? checkedNumbers.keys() : places.winners.map(formatLuckyNumber));
  return {
    engine: Number(engine.id),
    federal: [...extraction.federalPrizes],
    extraction: extraction.day,
    drawn: formatLuckyNumber(drawn),
    winners: places.winners.map(formatLuckyNumber),
    passedOver: places.passedOver.map(formatLuckyNumber),
    alternates: places.alternates.map(formatLuckyNumber),
    people: Object.fromEntries(openings.filter(([number]) => opened.has(number))),
  };
}

type DrawEntry = Extract<LedgerEntry, DrawResult>;

function drawEntry(
  result: DrawResult,
  { draw }: DrawState,
  correctionReason: string | null,
): DrawEntry {
  return draw && correctionReason
    ? { type: 'DRAW_CORRECTED', ...result, corrects: draw.position, reason: correctionReason }
    : { type: 'DRAW_MADE', ...result };
}

const openedAtOnce = 400;

/** Numbers passed over may be thousands: what the draw's entry cannot hold stands in entries before it. */
function drawEntries(draw: DrawEntry, now: Date): LedgerEntry[] {
  const { engine, passedOver, people = {} } = draw;
  if (Buffer.byteLength(entryText(draw, now)) <= maxEntryBytes) return [draw];
  const parts = Math.ceil(passedOver.length / openedAtOnce);
  const earlier = Array.from({ length: parts }, (_, index): LedgerEntry => {
    const numbers = passedOver.slice(index * openedAtOnce, (index + 1) * openedAtOnce);
    const opened = pickNumbers(people, numbers);
    return { type: 'NUMBERS_OPENED', engine, passedOver: numbers, people: opened };
  });
  const placedNumbers = [...draw.winners, ...(draw.alternates ?? [])];
  return [...earlier, { ...draw, passedOver: [], people: pickNumbers(people, placedNumbers) }];
}

function pickNumbers(people: NonNullable<DrawResult['people']>, numbers: readonly string[]) {
  return Object.fromEntries(
    numbers.flatMap((number) => {
      const opening = people[number];
      return opening ? [[number, opening]] : [];
    }),
  );
}

function winnerAt({ places, checkedNumbers }: DrawSearch, index: number): DrawnPrize['winner'] {
  const number = places.winners[index];
  const owner = number && checkedNumbers.get(formatLuckyNumber(number));
  return owner ? { ...number, ...owner } : null;
}

function prizesProblem({ rules }: DrawState, prizes: readonly CampaignPrize[] | null) {
  if (!rules || !prizes) return null;
  return rules.prizes.join() === prizes.map(({ id }) => Number(id)).join()
    ? null
    : 'Os prêmios da campanha não são os dos compromissos publicados.';
}

interface DrawSearch {
  drawn: LuckyNumber;
  places: DrawnPlaces<number>;
  checkedNumbers: ReadonlyMap<string, NumberOwner>;
}

async function findPlaces(
  queries: Queries,
  {
    key,
    state,
    prizes,
    request: { engine, extraction },
  }: { key: EngineKey; state: DrawState; prizes: readonly CampaignPrize[]; request: DrawRequest },
): Promise<DrawSearch> {
  const cutoff = drawCutoffOf(key, state);
  const drawn = drawnNumber(extraction.federalPrizes, numberSpace(engine.details));
  const limits: DrawLimits = {
    prizes: prizes.length,
    alternates: state.rules?.alternates ?? 0,
    maxWinsPerPerson: maxWinsPerPerson(engine),
  };
  const checkedNumbers = new Map<string, NumberOwner>();
  const order = drawOrder(drawn, {
    series: await findSeriesInDraw(queries, cutoff),
    numbersOf: (series) => findNumbersInDraw(queries, { ...cutoff, series }),
  });
  const places = await fillPlaces(order, limits, async (number) => {
    const owner = await findNumberOwner(queries, { ...cutoff, ...number });
    checkedNumbers.set(formatLuckyNumber(number), owner);
    return owner.consumerId;
  });
  return { drawn, places, checkedNumbers };
}

/** Before anything is locked: to look through a large ledger takes minutes. */
async function findLikelyOwners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  request: DrawRequest,
): Promise<EntryOwners | Refusal> {
  const key = engineKeyOf(snapshot.campaign, request.engine);
  const state = await readDrawState(queries, key);
  const prizes = prizesToDraw(state, snapshot, request);
  if (isRefusal(prizes)) return prizes;
  const { checkedNumbers } = await findPlaces(queries, { key, state, prizes, request });
  const receiptIds = Array.from(checkedNumbers.values(), ({ receiptId }) => receiptId);
  return findEntryOwners(queries, { ...key, receiptIds });
}

/** Shows whose the numbers are. Asks the ledger, since a row of the database is easier to change. */
async function discloseOwners(
  queries: Queries,
  key: EngineKey,
  { checkedNumbers, owners: known }: DrawSearch & { owners: EntryOwners },
): Promise<[number: string, Opening][] | Refusal> {
  const openings: [string, Opening][] = [];
  const receiptIds = Array.from(checkedNumbers.values(), ({ receiptId }) => receiptId).filter(
    (id) => !known.has(id),
  );
  const others =
    receiptIds.length > 0 ? await findEntryOwners(queries, { ...key, receiptIds }) : [];
  const owners: EntryOwners = new Map([...known, ...others]);
  for (const [number, { receiptId, pseudonym, isErased }] of checkedNumbers) {
    const { owner, consumer } = owners.get(receiptId) ?? {};
    const opening = await deriveOpening(queries, { ...key, receiptId }, pseudonym);
    // In older ledgers, without owners of receipts, an erasure replaced the pseudonym.
    const isTheirs = owner
      ? openedPerson(owner, key.engineId, opening) !== null
      : consumer && (isErased || consumer === pseudonym);
    if (!isTheirs)
      return notAllowedNow(`O registro não deu o número ${number} à pessoa que o tem agora.`);
    if (owner) openings.push([number, opening]);
  }
  return openings;
}

async function storeDraw(
  queries: Queries,
  {
    key,
    extraction,
    prizes,
    search,
    now,
  }: Pick<DrawRequest, 'extraction' | 'now'> & {
    key: EngineKey;
    prizes: readonly CampaignPrize[];
    search: DrawSearch;
  },
): Promise<void> {
  const { drawn, places } = search;
  await insertDraw(queries, {
    ...key,
    federalPrizes: extraction.federalPrizes,
    extraction: extraction.day,
    drawnSeries: drawn.series,
    drawnNumber: drawn.number,
    passedOver: places.passedOver.map(formatLuckyNumber),
    madeAt: now,
  });
  for (const [index, prize] of prizes.entries()) {
    const winner = winnerAt(search, index);
    if (!winner) continue;
    const { luckyNumberId, consumerId } = winner;
    const won = { position: index + 1, campaignPrizeId: Number(prize.id) };
    await insertWinner(queries, key, { ...won, luckyNumberId, consumerId });
  }
}
