import { formatDate, instantOf } from '../dates.ts';
import {
  drawnNumber,
  extractionMoment,
  otherDecidingDay,
  parseFederalPrizes,
} from '../draws/federal-lottery.ts';
import {
  type DrawnPlaces,
  distributedNumbers,
  drawOrder,
  fillPlaces,
  frozenListHash,
  succession,
} from '../draws/winners-and-alternates.ts';
import { openedPerson } from '../log/hidden-owners.ts';
import type { DrawResult, EntryOf } from '../log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../rewards/lucky-number-format.ts';
import type { ReplayedDraw, ReplayState } from './replay-state.ts';

/** The list is frozen once, after the close, and binds the numbers that take part. */
export function checkFrozenList(state: ReplayState, entry: EntryOf<'LIST_FROZEN'>): string | null {
  const replayed = state.draws.get(entry.engine);
  if (!replayed) return 'congela a lista de um sorteio que não há';
  if (!state.closedAt) return 'congela a lista antes do encerramento';
  if (replayed.frozen) return 'congela a lista de novo';
  const deniedNumber = replayed.numbers.firstValidOf(state.deniedReceipts);
  if (deniedNumber) return `congela a lista com o número ${deniedNumber} de uma nota recusada`;
  const hour = replayed.rules?.extractionAt;
  const extractionAt = hour ? instantOf(hour).getTime() : Infinity;
  const frozen = { position: state.position, extractionAt, at: entry.at };
  const numbers = [...replayed.numbers.inDraw(frozen)];
  if (
    numbers.length !== entry.numbers ||
    frozenListHash(numbers.map(formatLuckyNumber)) !== entry.hash
  ) {
    return 'congela outra lista que não a dos números que valiam';
  }
  replayed.frozen = frozen;
  if (extractionAt <= Date.parse(entry.at)) {
    state.notes.push(
      `O lançamento ${state.position} congela a lista depois da hora da extração: concorre o que valia até essa hora.`,
    );
  }
  if (entry.unjudged > 0) {
    if (!entry.reason?.trim()) return 'congela uma lista com notas por julgar, sem dizer por quê';
    state.notes.push(
      `Ao congelar a lista havia ${entry.unjudged} notas por julgar: ${entry.reason}`,
    );
  }
  return null;
}

/** Only a day that would have decided can be declared without an extraction. */
export function checkNoExtraction(
  state: ReplayState,
  entry: EntryOf<'NO_EXTRACTION'>,
): string | null {
  const replayed = state.draws.get(entry.engine);
  if (!replayed || replayed.draw) return 'fala da extração de um sorteio que não está por fazer';
  if (otherDecidingDay(entry.day, replayed))
    return `fala de ${formatDate(entry.day)}, que não decidia o sorteio`;
  replayed.daysWithoutExtraction.push(entry.day);
  const early = isBeforeExtraction(replayed, entry.at, entry.day) ? 'já antes da hora dela, ' : '';
  state.notes.push(`A promoção diz, ${early}que não houve extração em ${formatDate(entry.day)}.`);
  return null;
}

/** Whether they are right shows in the draw that follows. */
export function recordOpenings(
  { draws, revealedAt }: ReplayState,
  { engine, passedOver, people }: EntryOf<'NUMBERS_OPENED'>,
): string | null {
  const replayed = draws.get(engine);
  if (!replayed) return 'mostra de quem são números de um sorteio que não há';
  if (!revealedAt) return 'mostra de quem são números antes do encerramento';
  replayed.openings.passedOver.push(...passedOver);
  Object.assign(replayed.openings.people, people);
  return null;
}

export async function checkDraw(
  state: ReplayState,
  entry: EntryOf<'DRAW_MADE'>,
): Promise<string | null> {
  const replayed = state.draws.get(entry.engine);
  if (replayed?.draw) return `faz outra vez o sorteio do lançamento ${replayed.draw.position}`;
  return recordDraw(state, replayed, entry);
}

export async function checkCorrectedDraw(
  state: ReplayState,
  entry: EntryOf<'DRAW_CORRECTED'>,
): Promise<string | null> {
  const replayed = state.draws.get(entry.engine);
  if (!replayed?.draw || replayed.draw.position !== entry.corrects) {
    return `corrige o lançamento ${entry.corrects}, que não é o sorteio que vale`;
  }
  if (!entry.reason.trim()) return 'corrige um sorteio sem dizer por quê';
  const contradiction = await recordDraw(state, replayed, entry);
  state.notes.push(
    `O lançamento ${state.position} corrige o sorteio do lançamento ${entry.corrects}: ${entry.reason}`,
  );
  return contradiction;
}

export function checkDisqualified(
  state: ReplayState,
  entry: EntryOf<'WINNER_DISQUALIFIED'>,
): string | null {
  const replayed = state.draws.get(entry.engine);
  const index = replayed?.draw?.winners.indexOf(entry.number) ?? -1;
  if (!replayed?.draw || index < 0) return `desclassifica ${entry.number}, que não ganhou`;
  if (!entry.reason.trim()) return 'desclassifica um ganhador sem dizer por quê';
  const hasSuccession = replayed.rules?.disqualified !== 'TREASURY';
  const candidates = hasSuccession ? replayed.draw.alternates : [];
  const { successor, fallen, alternates } = succession(candidates, (number) =>
    replayed.numbers.isValid(number, state.deniedReceipts),
  );
  if (successor !== entry.successor) {
    return `diz que depois de ${entry.number} vem ${entry.successor ?? 'ninguém'}; viria ${successor ?? 'ninguém'}`;
  }
  replayed.draw.winners[index] = successor;
  replayed.draw.alternates = alternates;
  state.notes.push(
    ...fallen.map(
      (number) => `O suplente ${number} foi anulado depois do sorteio: não recebe o prêmio.`,
    ),
  );
  state.notes.push(
    `${entry.number} foi desclassificado (${entry.reason.replace(/\.$/, '')}); ${successor ? `ganha ${successor}` : 'o prêmio fica sem ganhador'}.`,
  );
  return null;
}

type Result = DrawResult & { at: string };

async function recordDraw(
  state: ReplayState,
  replayed: ReplayedDraw | undefined,
  entry: EntryOf<'DRAW_MADE'> | EntryOf<'DRAW_CORRECTED'>,
): Promise<string | null> {
  if (!replayed) return 'faz um sorteio que não há';
  if (!state.closedAt || !state.revealedAt) return 'faz o sorteio antes do encerramento';
  const { openings } = replayed;
  replayed.openings = { passedOver: [], people: {} };
  const contradiction = await drawContradiction(replayed, {
    ...entry,
    passedOver: [...openings.passedOver, ...entry.passedOver],
    people: { ...openings.people, ...entry.people },
  });
  if (contradiction) return contradiction;
  const { type: _, ...result } = entry;
  state.notes.push(
    `Compare com os da Caixa os cinco prêmios ${entry.extraction ? `da extração de ${formatDate(entry.extraction)}` : 'da Loteria Federal'}: ${entry.federal.join(', ')}.`,
  );
  replayed.draw = {
    position: state.position,
    result,
    winners: Array.from(
      { length: replayed.rules?.prizes.length ?? result.winners.length },
      (_, prize) => result.winners[prize] ?? null,
    ),
    alternates: [...(result.alternates ?? [])],
  };
  return null;
}

/** Without a frozen list, numbers that are not void at the draw take part. */
const unfrozen = { position: Infinity, extractionAt: Infinity };

async function drawContradiction(replayed: ReplayedDraw, result: Result): Promise<string | null> {
  const federal = parseFederalPrizes(result.federal.join(' '));
  if (!('prizes' in federal)) return 'faz um sorteio sem os cinco prêmios';
  const day = otherDecidingDay(result.extraction ?? '', replayed);
  if (day) {
    return `usa a extração de ${formatDate(result.extraction ?? '')}; a do regulamento é a de ${formatDate(day)}`;
  }
  if (isBeforeExtraction(replayed, result.at, result.extraction))
    return 'faz o sorteio antes da extração';
  if (replayed.rules && !replayed.frozen) return 'faz o sorteio sem congelar a lista dos números';
  const drawnLuckyNumber = drawnNumber(federal.prizes, replayed);
  if (formatLuckyNumber(drawnLuckyNumber) !== result.drawn) {
    return `diz que a Loteria Federal aponta ${result.drawn}; ela aponta ${formatLuckyNumber(drawnLuckyNumber)}`;
  }
  const numbers = replayed.numbers.inDraw(replayed.frozen ?? unfrozen);
  const order = drawOrder(drawnLuckyNumber, distributedNumbers(numbers));
  const limits = drawLimitsOf(replayed, result);
  const checkedNumbers: string[] = [];
  const expected = await fillPlaces(order, limits, (number) => {
    checkedNumbers.push(formatLuckyNumber(number));
    return personOf(replayed, result, formatLuckyNumber(number)) ?? formatLuckyNumber(number);
  });
  const opened =
    limits.maxWinsPerPerson === Infinity ? expected.winners.map(formatLuckyNumber) : checkedNumbers;
  return (
    wrongPersonContradiction(replayed, result) ??
    placesContradiction(result, expected) ??
    ownersContradiction(replayed, result, expected) ??
    hiddenPersonContradiction(replayed, result, opened)
  );
}

function personOf({ engine, numbers }: ReplayedDraw, { people }: Result, number: string) {
  return openedPerson(numbers.ownerOf(number) ?? '', engine, people?.[number]);
}

function wrongPersonContradiction(replayed: ReplayedDraw, result: Result): string | null {
  const number = Object.keys(result.people ?? {}).find(
    (number) => personOf(replayed, result, number) === null,
  );
  return number ? givenToAnother(number) : null;
}

function hiddenPersonContradiction(
  replayed: ReplayedDraw,
  result: Result,
  opened: string[],
): string | null {
  const number = opened.find((number) => personOf(replayed, result, number) === null);
  return number ? `não mostra de quem é o número ${number}` : null;
}

function placesContradiction(result: Result, expected: DrawnPlaces<string>): string | null {
  const winners = expected.winners.map(formatLuckyNumber);
  const alternates = expected.alternates.map(formatLuckyNumber);
  const { alternates: published = [] } = result;
  if (winners.join() !== result.winners.join()) {
    return `diz que ${won(result.winners)}; ${wouldWin(winners)}`;
  }
  if (alternates.join() !== published.join()) {
    return `diz que os suplentes são ${published.join(', ')}; seriam ${alternates.join(', ')}`;
  }
  return expected.passedOver.map(formatLuckyNumber).join() === result.passedOver.join()
    ? null
    : 'deixa de lado números que não são os de quem já ganhou';
}

/** Draws from before numbers had owners repeat the pseudonyms. */
function ownersContradiction(
  { numbers }: ReplayedDraw,
  { owners }: Result,
  { winners, alternates }: DrawnPlaces<string>,
): string | null {
  if (!owners) return null;
  const places = [...winners, ...alternates].map(formatLuckyNumber);
  if (owners.length !== places.length) return 'não diz de quem é cada número sorteado';
  const wrong = places.find((number, index) => owners[index] !== numbers.ownerOf(number));
  return wrong ? givenToAnother(wrong) : null;
}

function givenToAnother(number: string): string {
  return `dá ${number} a uma pessoa; o registro o entregou a outra`;
}

/** The first ledgers had no positions: there, the named winners must come first in the order. */
function drawLimitsOf(replayed: ReplayedDraw, result: Result) {
  const { winners, passedOver } = result;
  if (replayed.rules) {
    const { prizes, alternates, maxRewardsByConsumer } = replayed.rules;
    return {
      prizes: prizes.length,
      alternates,
      maxWinsPerPerson: maxRewardsByConsumer ?? Infinity,
    };
  }
  const wins = new Map<ReturnType<typeof personOf>, number>();
  for (const number of winners) {
    const person = personOf(replayed, result, number);
    wins.set(person, (wins.get(person) ?? 0) + 1);
  }
  const most = Math.max(1, ...wins.values());
  const maxWinsPerPerson = passedOver.length > 0 ? most : Infinity;
  return { prizes: Math.max(1, winners.length), alternates: 0, maxWinsPerPerson };
}

function isBeforeExtraction(
  replayed: ReplayedDraw,
  at: string,
  day: Result['extraction'],
): boolean {
  if (!replayed.rules?.extractionAt || !day) return false;
  return new Date(at) < instantOf(extractionMoment(day, replayed));
}

function won(winners: readonly string[]): string {
  return winners.length === 0 ? 'ninguém ganhou' : `ganhou ${winners.join(', ')}`;
}

function wouldWin(winners: readonly string[]): string {
  return winners.length === 0 ? 'não ganharia ninguém' : `ganharia ${winners.join(', ')}`;
}
