import type { DatedEntry } from '../../contract/ledger-entries.ts';
import type { Transparency } from '../../contract/transparency.ts';

/** What only the ledger changes. */
export type Facts = Omit<Transparency, 'phase'>;

/** The facts after one more entry; null for an entry that says more than counts. */
export function applyEntry(facts: Facts, entry: DatedEntry): Facts | null {
  switch (entry.type) {
    case 'COMMITMENTS':
    case 'SECRETS_REVEALED':
    case 'DRAW_MADE':
      return null;
    case 'NUMBERS_ISSUED':
      return { ...facts, draws: changed(facts.draws, entry.engine, issuing(entry.numbers)) };
    case 'NUMBERS_VOIDED': {
      const { length } = entry.numbers;
      const voiding = (draw: Draw) => ({ ...draw, voided: draw.voided + length });
      return { ...facts, draws: changed(facts.draws, entry.engine, voiding) };
    }
    case 'PRIZE_WON':
      return { ...facts, schedules: changed(facts.schedules, entry.engine, leaving(-1)) };
    case 'PRIZE_FREED':
      return { ...facts, schedules: changed(facts.schedules, entry.engine, leaving(1)) };
    default:
      return facts;
  }
}

type Draw = Facts['draws'][number];
type Schedule = Facts['schedules'][number];

function changed<Each extends { engine: number }>(
  list: readonly Each[],
  engine: number,
  change: (each: Each) => Each,
): Each[] {
  return list.map((each) => (each.engine === engine ? change(each) : each));
}

function issuing(numbers: readonly string[]): (draw: Draw) => Draw {
  return (draw) => {
    const issued = [...draw.issued];
    for (const number of numbers) {
      const series = Number.parseInt(number, 10);
      issued[series] = (issued[series] ?? 0) + 1;
    }
    return { ...draw, issued };
  };
}

function leaving(more: number): (schedule: Schedule) => Schedule {
  return (schedule) => ({ ...schedule, left: schedule.left + more });
}
