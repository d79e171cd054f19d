import { type AccessKey, isEmitter, monthOfIssue, readAccessKey } from '../receipts/access-key.ts';
import {
  castVotes,
  keyCertainty,
  rankedIn,
  type Votes,
  votesOfReadings,
} from './printed-key-votes.ts';

export interface KeyPart {
  line: number;
  readings: readonly string[];
  /** Digits that are printed there, where that shows: a line may have several such groups. */
  length?: number;
}

/** Facts printed elsewhere on the receipt: each is another reading of a part of the key. */
export interface PrintedFacts {
  cnpjs: readonly string[];
  /** CNPJs whose check digits show that a digit or two were misread. */
  misreadCnpjs: readonly string[];
  /** `yyyy-MM`. */
  months: readonly string[];
  states: readonly string[];
  /** Series and number of an NFC-e, or the number of a SAT's equipment, as in the key. */
  serials: readonly string[];
}

/** Below this certainty, it may well be a wrong key whose check digit is valid by chance. */
const minCertainty = 0.8;
const starts = { state: 0, month: 2, cnpj: 6, model: 20, serial: 22 };
const models = ['65', '59', '55'];

const keyLength = 44;
const maxParts = 4;
const maxGroups = 13;
const maxLinesBetween = 2;

const maxUncertain = 3;

/** Penalty of a key for each position that was read two ways, or only once. */
const penaltyOfDoubt = 0.5;

/** Highest penalty, beyond its doubts, for characters that most readings deny. */
const maxPenaltyRange = 2.5;

/** How many of the best beginnings of a key the search goes on with (beam search). */
const beamWidth = 1000;

/** How far the best key's penalty must be below the next one's. */
const minMargin = { undisputed: 0.4, disputed: 1 };

/** A reading that doubled or lost a digit: in a group of four it counts half. */
const fittedWeight = { line: 1, group: 0.5 };

interface Candidate {
  accessKey: AccessKey;
  /** How much the readings speak against it; 0 when nearly all agree on every digit. */
  penalty: number;
  isDisputed: boolean;
}

/** Most readings and all facts agree on each position; 1 check digit in 11 is right by chance. */
export function provenKey(parts: readonly KeyPart[], facts: PrintedFacts): AccessKey | null {
  const proven = new Map<string, Candidate>();
  for (const chain of lineChains(parts)) {
    for (const votes of alignments(chain)) {
      const candidate = bestKey(votes, facts);
      const before = candidate && proven.get(candidate.accessKey.key);
      if (candidate && (!before || before.penalty > candidate.penalty)) {
        proven.set(candidate.accessKey.key, candidate);
      }
    }
  }
  return clearlyBest(proven)?.accessKey ?? null;
}

/** Whether enough readings agree on each digit of a valid key that more would add nothing. */
export function isClearKey(parts: readonly KeyPart[], least: number): boolean {
  const agreed = parts
    .filter(({ readings }) => readings.length >= least && new Set(readings).size === 1)
    .map(({ readings: [reading = ''] }) => reading)
    .join('');
  return Array.from(agreed).some(
    (_, from) => readAccessKey(agreed.slice(from, from + keyLength)) !== null,
  );
}

function lineChains(parts: readonly KeyPart[]): KeyPart[][] {
  const byLine = Map.groupBy(parts, ({ line }) => line);
  const lines = [...byLine].toSorted(([a], [b]) => a - b);
  return lines.flatMap((_, start) => {
    const chains: KeyPart[][] = [];
    let chain: KeyPart[] = [];
    let last: number | null = null;
    for (const [line, ofLine] of lines.slice(start, start + maxParts)) {
      if (last !== null && line - last > maxLinesBetween) break;
      last = line;
      chain = [...chain, ...ofLine];
      chains.push(chain);
    }
    return chains;
  });
}

function alignments(chain: readonly KeyPart[]): Votes[][] {
  let rows: Votes[][] = [[]];
  for (const { readings, length } of chain) {
    const read = new Set(readings.map((reading) => reading.length));
    const lengths = length === undefined ? [...read] : [length];
    rows = rows.flatMap((row) =>
      lengths.map((size) => {
        const weight = length === undefined ? fittedWeight.line : fittedWeight.group;
        return [...row, ...votesOfReadings(readings, size, weight)];
      }),
    );
  }
  return rows.flatMap((row) => keysWithin(row, chain));
}

/** A line in groups may show an extra one at an end: a smear or other text. */
function keysWithin(row: Votes[], chain: readonly KeyPart[]): Votes[][] {
  if (row.length === keyLength) return [row];
  const step = chain[0]?.length;
  if (row.length < keyLength || step === undefined || chain.length > maxGroups) return [];
  return [0, step, 2 * step]
    .filter((from) => from + keyLength <= row.length)
    .map((from) => row.slice(from, from + keyLength));
}

function bestKey(read: readonly Votes[], facts: PrintedFacts): Candidate | null {
  const candidates = new Map<string, Candidate>();
  for (const votes of withFacts(read, facts)) {
    const candidate = searchKeys(votes);
    if (!candidate || !fitsFacts(candidate.accessKey, facts)) continue;
    if (!isCertain(candidate.accessKey, votes, facts)) continue;
    const { key } = candidate.accessKey;
    const before = candidates.get(key);
    if (!before || before.penalty > candidate.penalty) candidates.set(key, candidate);
  }
  return clearlyBest(candidates);
}

/** The emitter has its own check digits, the model is one of three, the number may be printed. */
function isCertain(
  { key }: AccessKey,
  votes: readonly Votes[],
  { serials }: PrintedFacts,
): boolean {
  const printed = serials.find((serial) => key.startsWith(serial, starts.serial)) ?? '';
  const proven = { from: starts.cnpj, to: starts.serial + printed.length };
  return keyCertainty(key, votes, proven) >= minCertainty;
}

function clearlyBest(candidates: ReadonlyMap<string, Candidate>): Candidate | null {
  const [first, second] = [...candidates.values()].toSorted((a, b) => a.penalty - b.penalty);
  if (!first) return null;
  const margin = first.isDisputed ? minMargin.disputed : minMargin.undisputed;
  return second && second.penalty - first.penalty < margin ? null : first;
}

/** The readings, plus each choice of what is printed elsewhere as one more reading of its part. */
function withFacts(read: readonly Votes[], facts: PrintedFacts): Votes[][] {
  // A fact printed elsewhere counts as one more reading, and as several where there are many.
  const weight = Math.max(1, Math.floor(Math.max(0, ...read.map(maxVotes)) / 3));
  const months = facts.months.map((month) => month.slice(2, 4) + month.slice(5, 7));
  let choices: Map<string, number>[][] = [read.map((column) => new Map(column))];
  const choose = (start: number, texts: readonly string[]) => {
    if (texts.length === 0) return;
    choices = choices.flatMap((votes) =>
      texts.map((text) => {
        const chosen = votes.map((column) => new Map(column));
        castVotes(chosen, [...text], { from: start, weight });
        return chosen;
      }),
    );
  };
  choose(starts.cnpj, facts.cnpjs);
  choose(starts.month, months);
  choose(starts.state, facts.states);
  choose(starts.serial, facts.serials);
  const [tens, units] = read.slice(starts.model);
  const seen = models.filter((model) => tens?.has(model[0] ?? '') && units?.has(model[1] ?? ''));
  choose(starts.model, seen);
  return choices;
}

function maxVotes(column: Votes): number {
  return Math.max(0, ...column.values());
}

/** The valid key with the lowest penalty, if it clearly stands out. */
function searchKeys(votes: readonly Votes[]): Candidate | null {
  const columns = votes.map(choicesOf);
  const uncertain = columns.filter(({ isCertain }) => !isCertain).length;
  if (uncertain > maxUncertain) return null;
  const minPenalty = uncertain * penaltyOfDoubt;
  let beam = [{ key: '', penalty: minPenalty }];
  for (const [index, { choices }] of columns.entries()) {
    beam = beam
      .flatMap(({ key, penalty }) =>
        choices.map((choice) => ({
          key: key + choice.character,
          penalty: penalty + choice.penalty,
        })),
      )
      .filter(({ penalty }) => penalty <= minPenalty + maxPenaltyRange)
      .filter(({ key }) => index !== starts.model - 1 || isEmitter(key.slice(starts.cnpj)))
      .toSorted((a, b) => a.penalty - b.penalty)
      .slice(0, beamWidth);
  }
  const valid = beam.flatMap(({ key, penalty }) => {
    const accessKey = readAccessKey(key);
    return accessKey ? { accessKey, penalty, isDisputed: penalty > minPenalty } : [];
  });
  return clearlyBest(new Map(valid.map((candidate) => [candidate.accessKey.key, candidate])));
}

interface Choice {
  character: string;
  penalty: number;
}

function choicesOf(column: Votes): { choices: Choice[]; isCertain: boolean } {
  const ranked = rankedIn(column);
  const [most = 0, next = 0] = ranked.map(([, votes]) => votes);
  const penaltyOf = (votes: number) => Math.log((most + 0.5) / (votes + 0.5));
  return {
    choices: ranked.map(([character, votes]) => ({ character, penalty: penaltyOf(votes) })),
    isCertain: most >= 2 && most > next,
  };
}

/** How many of a CNPJ's 14 characters a reading may get wrong and still identify it. */
const maxMisread = 2;

function fitsFacts(accessKey: AccessKey, { cnpjs, misreadCnpjs, months }: PrintedFacts): boolean {
  const isNearly = misreadCnpjs.some(
    (misread) => differingCharacters(misread, accessKey.cnpj) <= maxMisread,
  );
  return (
    (cnpjs.length === 0 || cnpjs.includes(accessKey.cnpj)) &&
    (months.length === 0 || months.includes(monthOfIssue(accessKey))) &&
    (isNearly || cnpjs.length + months.length > 0)
  );
}

export function differingCharacters(one: string, other: string): number {
  return [...one].filter((character, index) => character !== other[index]).length;
}
