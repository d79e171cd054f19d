import type { DatedEntry } from '../../src/rules/log/ledger-entry-types.ts';
import {
  beforeTheEnd,
  type Cheat,
  firstOfType,
  hour,
  prizeWon,
  withInserted,
} from './cheat-entries.ts';
import type { LedgerHistory } from './random-history.ts';
/** About instant prizes. */
export const prizeCheats: Record<string, (history: LedgerHistory) => Cheat | null> = {
  'an instant prize after the close'(history) {
    const { index, entry } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const [leaf] = history.leaves;
    if (!leaf) return null;
    const won = prizeWon(history, leaf, entry.at);
    return withInserted(history, index + 1, won, /entrega um prêmio depois do encerramento/);
  },
  'an instant prize before its moment'(history) {
    const [leaf] = history.leaves;
    const before = history.entries.findLastIndex(
      ({ type, at: time }) => type === 'NUMBERS_ISSUED' && leaf && time < leaf.moment,
    );
    if (!leaf || before < 0) return null;
    const won = prizeWon(history, leaf, history.entries[before]?.at ?? '');
    return withInserted(history, before + 1, won, /entrega o prêmio \d antes do seu momento/);
  },
  'an instant prize out of turn'(history) {
    const [first, second] = history.leaves.toSorted((a, b) => (a.moment < b.moment ? -1 : 1));
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    const end = '2026-01-31T23:59:59-03:00';
    if (!first || !second || Date.parse(second.moment) > Date.parse(end) - hour) return null;
    const won = prizeWon(history, second, new Date(end).toISOString());
    return withInserted(
      history,
      close.index,
      won,
      /entrega o prêmio \d fora da vez: o \d vinha antes/,
    );
  },
  'an instant prize more than a person may have'(history) {
    const { entry } = firstOfType(history, 'COMMITMENTS');
    const maximum = entry.schedules[0]?.maxRewardsByConsumer;
    const [leaf, ...more] = history.leaves.toSorted((a, b) => (a.moment < b.moment ? -1 : 1));
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    if (!maximum || !leaf || more.length < maximum) return null;
    const won = [leaf, ...more.slice(0, maximum)].map((each, index) => ({
      ...prizeWon(history, each, beforeTheEnd),
      receipt: 900 + index,
    }));
    const entries = history.entries.toSpliced(close.index, 0, ...won);
    const contradiction = /entrega mais um prêmio a quem já tem \d, o máximo por pessoa/;
    return { entries, position: close.index + won.length, contradiction };
  },
  'an instant prize that says nothing of its winner'(history) {
    const { entry } = firstOfType(history, 'COMMITMENTS');
    const [leaf] = history.leaves.toSorted((a, b) => (a.moment < b.moment ? -1 : 1));
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    if (!entry.schedules[0]?.maxRewardsByConsumer || !leaf) return null;
    const won = prizeWon(history, leaf, beforeTheEnd);
    const { person: _, ...hidden } = won;
    return withInserted(history, close.index, hidden, /entrega um prêmio sem dizer a quem/);
  },
  'an instant prize freed for a friend'(history) {
    const index = history.entries.findIndex(({ type }) => type === 'PRIZE_WON');
    const won = history.entries[index];
    if (won?.type !== 'PRIZE_WON') return null;
    const { engine, receipt, leaf } = won;
    const freed: DatedEntry = {
      at: won.at,
      type: 'PRIZE_FREED',
      engine,
      receipt,
      index: leaf.index,
    };
    return withInserted(
      history,
      index + 1,
      freed,
      /libera o prêmio da nota \d+, que não foi recusada/,
    );
  },
  'two instant prizes for one receipt'(history) {
    const { index } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const [first, second] = history.leaves.toSorted((a, b) => (a.moment < b.moment ? -1 : 1));
    if (!first || !second) return null;
    const won = [first, second].map((leaf, index) => ({
      ...prizeWon(history, leaf, beforeTheEnd),
      person: String(index),
    }));
    const entries = history.entries.toSpliced(index, 0, ...won);
    return {
      entries,
      position: index + 2,
      contradiction: /entrega outro prêmio à nota 900, que já tem um/,
    };
  },
};
