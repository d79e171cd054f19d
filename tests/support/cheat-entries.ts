import type {
  DatedEntry,
  EntryOf,
  LedgerEntryType,
} from '../../src/rules/log/ledger-entry-types.ts';
import type { LedgerHistory } from './random-history.ts';

/**
 * A history that an insider falsified, who writes the database and computes the chain anew: its
 * entries, the position of the false one, and words by which the verifier names it.
 */
export interface Cheat {
  entries: DatedEntry[];
  position: number;
  contradiction: RegExp;
}

export const hour = 3_600_000;
export const beforeTheEnd = '2026-02-01T02:59:59.000Z';
export const friend = 'ab'.repeat(16);

/** The first entry of a type, with its place. */
export function firstOfType<Name extends LedgerEntryType>(
  { entries }: Pick<LedgerHistory, 'entries'>,
  type: Name,
) {
  const index = entries.findIndex((entry) => entry.type === type);
  const entry = entries[index];
  if (entry?.type !== type) throw new Error(`The history has no ${type}`);
  return { index, entry: entry as EntryOf<Name> };
}

export function issuedTo({ entries }: LedgerHistory, number: string) {
  const entry = entries.find(
    (candidate) => candidate.type === 'NUMBERS_ISSUED' && candidate.numbers.includes(number),
  );
  return entry?.type === 'NUMBERS_ISSUED' ? { entry } : null;
}

/** Up to the draw, and the honest disqualification of its first winner; null without a successor. */
export function successionIn(history: LedgerHistory) {
  const draw = firstOfType(history, 'DRAW_MADE');
  const [opening] = firstOfType(history, 'COMMITMENTS').entry.draws;
  const [number] = draw.entry.winners;
  const [successor] = draw.entry.alternates ?? [];
  if (!number || !successor || opening?.rules?.disqualified === 'TREASURY') return null;
  const entries = history.entries.slice(0, draw.index + 1);
  const disqualified: DatedEntry = {
    at: hoursAfter(draw.entry, 2),
    type: 'WINNER_DISQUALIFIED',
    engine: 101,
    number,
    reason: 'Sem documentos',
    successor,
  };
  return { entries, disqualified, number, successor };
}

/** The first alternate loses the number between the draw and the disqualification that names it. */
export function afterDeniedAlternate(
  history: LedgerHistory,
  denial: (owner: EntryOf<'NUMBERS_ISSUED'>, time: string, number: string) => DatedEntry,
): Cheat | null {
  const succession = successionIn(history);
  if (!succession) return null;
  const { entries, disqualified, number, successor } = succession;
  const owner = issuedTo(history, successor);
  const { winners } = firstOfType(history, 'DRAW_MADE').entry;
  if (!owner || winners.some((other) => owner.entry.numbers.includes(other))) return null;
  const denied = denial(owner.entry, hoursAfter(disqualified, -1), successor);
  const contradiction = new RegExp(`diz que depois de ${number} vem ${successor}; viria`);
  return {
    entries: [...entries, denied, disqualified],
    position: entries.length + 2,
    contradiction,
  };
}

export function withReplaced(
  history: LedgerHistory,
  index: number,
  entry: DatedEntry,
  contradiction: RegExp,
): Cheat {
  return { entries: history.entries.with(index, entry), position: index + 1, contradiction };
}

export function withInserted(
  { entries }: Pick<LedgerHistory, 'entries'>,
  index: number,
  entry: DatedEntry,
  contradiction: RegExp,
): Cheat {
  return { entries: entries.toSpliced(index, 0, entry), position: index + 1, contradiction };
}

export function withoutEntry({ entries }: LedgerHistory, index: number): { entries: DatedEntry[] } {
  return { entries: entries.toSpliced(index, 1) };
}

export function hoursAfter({ at: time }: DatedEntry, hours: number): string {
  return new Date(Date.parse(time) + hours * hour).toISOString();
}

export function numbersVoided(
  { engine, receipt, numbers }: EntryOf<'NUMBERS_ISSUED'>,
  time: string,
): DatedEntry {
  return { at: time, type: 'NUMBERS_VOIDED', engine, receipt, numbers };
}

export function receiptDenied({ receipt }: EntryOf<'NUMBERS_ISSUED'>, time: string): DatedEntry {
  return { at: time, type: 'RECEIPT_MODERATED', receipt, from: 'APPROVED', to: 'REJECTED' };
}

/** Numbers for a friend, in order and with the right values. */
export function numbersAfter(history: LedgerHistory): DatedEntry {
  const ends = history.entries.map((entry) =>
    entry.type === 'NUMBERS_ISSUED' ? entry.first + entry.numbers.length : 0,
  );
  const first = Math.max(...ends);
  return {
    at: firstOfType(history, 'CAMPAIGN_CLOSED').entry.at,
    type: 'NUMBERS_ISSUED',
    engine: 101,
    receipt: 900,
    owner: friend.repeat(2),
    first,
    numbers: [history.numberAt(first)],
  };
}

export function prizeWon(
  history: LedgerHistory,
  leaf: LedgerHistory['leaves'][number],
  time: string,
): EntryOf<'PRIZE_WON'> & { person: string } {
  const proof = history.proofOf(leaf.index);
  const receipt = { engine: 102, receipt: 900, person: friend };
  return { at: time, type: 'PRIZE_WON', ...receipt, leaf, proof };
}
