import { type AccessKey, readAccessKey } from './access-key.ts';

export interface KeyPart {
  line: number;
  readings: readonly string[];
}

/** Facts printed outside of the key: each is another reading of a part of the key. */
export interface PrintedFacts {
  cnpjs: readonly string[];
  /** `yyyy-MM`. */
  months: readonly string[];
  states: readonly string[];
  /** Series and number of an NFC-e, or the number of a SAT's equipment, as they stand in a key. */
  serials: readonly string[];
}

const starts = { state: 0, month: 2, cnpj: 6, model: 20, serial: 22 };
const models = ['65', '59', '55'];

const keyLength = 44;
const mostParts = 4;

const mostLinesBetween = 2;

const mostUncertain = 3;

type Votes = ReadonlyMap<string, number>;

interface Candidate {
  accessKey: AccessKey;
  /** Places of the key that were read two ways, or once. */
  uncertain: number;
}

/** Most readings agree on each place, and so do the facts: check digits hold in 1 of 11. */
export function provenKey(parts: readonly KeyPart[], facts: PrintedFacts): AccessKey | null {
  const proven = new Map<string, Candidate>();
  for (const chain of chainsOf(parts)) {
    for (const votes of alignments(chain)) {
      const found = solve(votes, facts);
      if (found) proven.set(found.accessKey.key, found);
    }
  }
  return soleBest(proven)?.accessKey ?? null;
}

function chainsOf(parts: readonly KeyPart[]): KeyPart[][] {
  const inOrder = parts.toSorted((one, other) => one.line - other.line);
  return inOrder.flatMap((_, start) => {
    const chains: KeyPart[][] = [];
    const chain: KeyPart[] = [];
    for (const part of inOrder.slice(start, start + mostParts)) {
      const last = chain.at(-1);
      if (last && part.line - last.line > mostLinesBetween) break;
      chain.push(part);
      chains.push([...chain]);
    }
    return chains;
  });
}

function alignments(chain: readonly KeyPart[]): Votes[][] {
  let rows: Votes[][] = [[]];
  for (const { readings } of chain) {
    const byLength = Map.groupBy(readings, ({ length }) => length);
    rows = rows.flatMap((row) =>
      [...byLength.values()].map((alike) => [...row, ...columnsOf(alike, readings)]),
    );
  }
  return rows.filter(({ length }) => length === keyLength);
}

/** Readings of this length vote, and those that doubled or lost one character of it. */
function columnsOf(alike: readonly string[], all: readonly string[]): Votes[] {
  const [pattern = ''] = alike;
  const others = all.filter(({ length }) => Math.abs(length - pattern.length) === 1);
  const voting = [...alike.map((reading) => [...reading]), ...others.map(fittedTo(pattern))];
  return Array.from(pattern, (_, place) => {
    const votes = new Map<string, number>();
    for (const reading of voting) if (reading[place]) add(votes, reading[place]);
    return votes;
  });
}

/** One character is left out of a longer reading, or a gap put into a shorter one, where it then agrees best. */
function fittedTo(pattern: string): (reading: string) => string[] {
  const agreement = (characters: readonly string[]) =>
    characters.filter((character, place) => character === pattern[place]).length;
  return (reading) => {
    const characters = [...reading];
    const isLonger = reading.length > pattern.length;
    const fits = Array.from(isLonger ? reading : pattern, (_, place) =>
      isLonger ? characters.toSpliced(place, 1) : characters.toSpliced(place, 0, ''),
    );
    return fits.reduce((best, fit) => (agreement(fit) > agreement(best) ? fit : best));
  };
}

function add(votes: Map<string, number>, character: string): void {
  votes.set(character, (votes.get(character) ?? 0) + 1);
}

function solve(read: readonly Votes[], facts: PrintedFacts): Candidate | null {
  const found = new Map<string, Candidate>();
  for (const votes of withFacts(read, facts)) {
    const candidate = decide(votes);
    if (!candidate || !agrees(candidate.accessKey, facts)) continue;
    const { key } = candidate.accessKey;
    const before = found.get(key);
    if (!before || before.uncertain > candidate.uncertain) found.set(key, candidate);
  }
  return soleBest(found);
}

function soleBest(candidates: ReadonlyMap<string, Candidate>): Candidate | null {
  const [first, second] = [...candidates.values()].toSorted(
    (one, other) => one.uncertain - other.uncertain,
  );
  return first && first.uncertain !== second?.uncertain ? first : null;
}

/** The readings with each choice of what is printed elsewhere, as one more reading of its part. */
function withFacts(read: readonly Votes[], facts: PrintedFacts): Votes[][] {
  const months = facts.months.map((month) => month.slice(2, 4) + month.slice(5, 7));
  let choices: Map<string, number>[][] = [read.map((column) => new Map(column))];
  const choose = (start: number, texts: readonly string[]) => {
    if (texts.length === 0) return;
    choices = choices.flatMap((votes) =>
      texts.map((text) => {
        const chosen = votes.map((column) => new Map(column));
        vote(chosen, start, text);
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

function vote(votes: Map<string, number>[], start: number, text: string): void {
  for (const [place, character] of [...text].entries()) {
    const column = votes[start + place];
    if (column) add(column, character);
  }
}

function decide(votes: readonly Votes[]): Candidate | null {
  const choices = votes.map(choicesOf);
  const uncertain = choices.filter(({ isCertain }) => !isCertain).length;
  if (uncertain > mostUncertain) return null;
  let keys = [''];
  for (const { characters } of choices) {
    keys = keys.flatMap((key) => characters.map((character) => key + character));
  }
  const holding = keys.flatMap((key) => readAccessKey(key) ?? []);
  const [accessKey] = holding;
  return accessKey && holding.length === 1 ? { accessKey, uncertain } : null;
}

function choicesOf(column: Votes): { characters: string[]; isCertain: boolean } {
  const ranked = [...column].toSorted(([, one], [, other]) => other - one);
  const [[first = '', most = 0] = [], [, next = 0] = []] = ranked;
  const isCertain = most >= 2 && most > next;
  return { characters: isCertain ? [first] : ranked.map(([character]) => character), isCertain };
}

function agrees(accessKey: AccessKey, { cnpjs, months }: PrintedFacts): boolean {
  const month = `${accessKey.year}-${String(accessKey.month).padStart(2, '0')}`;
  return (
    (cnpjs.length === 0 || cnpjs.includes(accessKey.cnpj)) &&
    (months.length === 0 || months.includes(month)) &&
    cnpjs.length + months.length > 0
  );
}
