import type { DatedEntry } from '../../src/rules/log/ledger-entry-types.ts';
import {
  afterDeniedAlternate,
  beforeTheEnd,
  type Cheat,
  firstOfType,
  friend,
  hoursAfter,
  issuedTo,
  numbersAfter,
  numbersVoided,
  receiptDenied,
  successionIn,
  withInserted,
  withoutEntry,
  withReplaced,
} from './cheat-entries.ts';
import { prizeCheats } from './prize-cheats.ts';
import type { LedgerHistory } from './random-history.ts';

/** By name; null where the history offers no chance to cheat like this. */
export const cheats: Record<string, (history: LedgerHistory) => Cheat | null> = {
  ...prizeCheats,
  'a nearer receipt rejected after the extraction'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const [winner = ''] = draw.entry.winners;
    const owner = issuedTo(history, winner);
    if (!owner) return null;
    const voided = { ...owner.entry, numbers: [winner] };
    const falsified = { ...draw.entry, ...history.drawWithout(new Set([winner])) };
    if (falsified.winners.length === 0) return null;
    const entries = history.entries.with(draw.index, falsified);
    entries.splice(draw.index, 0, numbersVoided(voided, hoursAfter(draw.entry, -1)));
    return { entries, position: draw.index + 2, contradiction: /diz que ganhou .*; ganharia/ };
  },
  'another extraction than the declared one'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const other = { ...draw.entry, extraction: '2026-02-21' };
    return withReplaced(
      history,
      draw.index,
      other,
      /usa a extração de 21\/02\/2026; a do regulamento/,
    );
  },
  'an extraction before the declared one'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    return withReplaced(
      history,
      draw.index,
      { ...draw.entry, extraction: '2026-02-04' },
      /usa a ext/,
    );
  },
  'the rightful winner listed as passed over'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const [winner] = draw.entry.winners;
    if (!winner) return null;
    const falseDraw = history.drawWithout(new Set([winner]));
    const passedOver = [winner, ...falseDraw.passedOver];
    return withReplaced(
      history,
      draw.index,
      { ...draw.entry, ...falseDraw, passedOver },
      /diz que|deixa de/,
    );
  },
  'a number said to be passed over beside the right winners'(history) {
    const { entry, index } = firstOfType(history, 'DRAW_MADE');
    const passedOver = [...entry.passedOver, history.numberAt(0)];
    return withReplaced(
      history,
      index,
      { ...entry, passedOver },
      /deixa de lado números que não são/,
    );
  },
  'no winners although numbers took part'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    if (draw.entry.winners.length === 0) return null;
    const none = { winners: [], alternates: [], passedOver: [], owners: [], people: {} };
    return withReplaced(
      history,
      draw.index,
      { ...draw.entry, ...none },
      /ninguém ganhou; ganharia/,
    );
  },
  'numbers issued after the close': (history) =>
    withInserted(
      history,
      firstOfType(history, 'CAMPAIGN_CLOSED').index + 1,
      numbersAfter(history),
      /entrega n/,
    ),
  'numbers issued after the reveal': (history) =>
    withInserted(
      history,
      firstOfType(history, 'SECRETS_REVEALED').index + 1,
      numbersAfter(history),
      /entrega n/,
    ),
  'numbers issued after the extraction'(history) {
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    const late = '2026-02-07T23:00:00.000Z';
    const entries = history.entries.slice(0, close.index);
    const numbers = { ...numbersAfter(history), at: late };
    return withInserted(
      { entries },
      close.index,
      numbers,
      /entrega números depois da hora da extração/,
    );
  },
  'two draws of one engine'(history) {
    const { entry, index } = firstOfType(history, 'DRAW_MADE');
    return withInserted(history, index + 1, entry, /faz outra vez o sorteio do lançamento/);
  },
  'a draw before the close'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    const early = { ...draw.entry, at: close.entry.at };
    return withInserted(
      withoutEntry(history, draw.index),
      close.index,
      early,
      /antes do encerramento/,
    );
  },
  'a close before the end'(history) {
    const close = firstOfType(history, 'CAMPAIGN_CLOSED');
    const early = { ...close.entry, at: '2026-01-31T23:59:59-03:00' };
    return withReplaced(history, close.index, early, /encerra a promoção antes do fim/);
  },
  'the owner of a number changed before the draw'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const [winner] = draw.entry.winners;
    const { owners, people = {} } = draw.entry;
    const contradiction = /dá .* a uma pessoa; o registro o entregou a outra/;
    if (owners?.length) {
      const changed = { ...draw.entry, owners: owners.with(0, 'a friend') };
      return withReplaced(history, draw.index, changed, contradiction);
    }
    const opening = winner && people[winner];
    if (!opening) return null;
    const changed = { ...people, [winner]: { ...opening, person: friend } };
    return withReplaced(history, draw.index, { ...draw.entry, people: changed }, contradiction);
  },
  'a winner of whom nothing is shown'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const { people = {}, winners, passedOver } = draw.entry;
    const winner = winners.find((number) => people[number]);
    if (!winner || passedOver.length > 0) return null;
    const { [winner]: _, ...others } = people;
    const contradiction = /não mostra de quem é o número|diz que/;
    return withReplaced(history, draw.index, { ...draw.entry, people: others }, contradiction);
  },
  'a stranger’s nearer number passed over as a winner’s'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const { people = {}, winners } = draw.entry;
    const [first, second] = winners;
    const opening = first && people[first];
    if (!opening || !second || !people[second] || people[second].person === opening.person) {
      return null;
    }
    const falseDraw = history.drawWithout(new Set([second]));
    const shown = { ...falseDraw.people, [second]: { ...people[second], person: opening.person } };
    const falsified = { ...draw.entry, ...falseDraw, passedOver: [second], people: shown };
    return withReplaced(
      history,
      draw.index,
      falsified,
      /dá .* a uma pessoa; o registro o entregou/,
    );
  },
  'a person and nonce cut at another place'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const [[number, opening] = []] = Object.entries(draw.entry.people ?? {});
    if (!number || !opening) return null;
    const { person, nonce } = opening;
    const cut = { person: `${person}:${nonce.slice(0, 4)}`, nonce: nonce.slice(5) };
    const people = { ...draw.entry.people, [number]: cut };
    return withReplaced(history, draw.index, { ...draw.entry, people }, /não é um lançamento/);
  },
  'a winner whose receipt was voided and who still stands'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const winner = draw.entry.winners.at(-1) ?? '';
    const owner = issuedTo(history, winner);
    if (!owner) return null;
    const voided = numbersVoided({ ...owner.entry, numbers: [winner] }, hoursAfter(draw.entry, 0));
    const untilDraw = { ...history, entries: history.entries.slice(0, draw.index + 1) };
    return withInserted(untilDraw, draw.index + 1, voided, /que ganhou e não foi desclassificado/);
  },
  'a winner whose receipt was denied and who still stands'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const owner = issuedTo(history, draw.entry.winners.at(-1) ?? '');
    if (!owner) return null;
    const denied = receiptDenied(owner.entry, hoursAfter(draw.entry, 0));
    const untilDraw = { ...history, entries: history.entries.slice(0, draw.index + 1) };
    return withInserted(
      untilDraw,
      draw.index + 1,
      denied,
      /recusa a nota \d+, cujo número .* ganhou/,
    );
  },
  'a denied receipt whose numbers stay in the draw'(history) {
    const freeze = firstOfType(history, 'LIST_FROZEN');
    const owner = issuedTo(history, firstOfType(history, 'DRAW_MADE').entry.winners[0] ?? '');
    if (!owner) return null;
    const entries = [...history.entries];
    entries.splice(freeze.index, 0, receiptDenied(owner.entry, hoursAfter(freeze.entry, 0)));
    return {
      entries,
      position: freeze.index + 2,
      contradiction: /congela a lista com o número .* recusada/,
    };
  },
  'a list frozen with other numbers'(history) {
    const { index, entry } = firstOfType(history, 'LIST_FROZEN');
    const other = { ...entry, hash: '0'.repeat(64) };
    return withReplaced(history, index, other, /congela outra lista/);
  },
  'a draw without a frozen list'(history) {
    const freeze = firstOfType(history, 'LIST_FROZEN');
    const { index } = firstOfType(history, 'DRAW_MADE');
    return {
      ...withoutEntry(history, freeze.index),
      position: index,
      contradiction: /sem congelar a lista/,
    };
  },
  'an extraction that is left out without an entry'(history) {
    const skipped = history.entries.findIndex(({ type }) => type === 'NO_EXTRACTION');
    if (skipped < 0) return null;
    return {
      ...withoutEntry(history, skipped),
      position: skipped + 1,
      contradiction: /fala de|usa a extração/,
    };
  },
  'another successor than the regulation’s'(history) {
    const index = history.entries.findIndex(({ type }) => type === 'WINNER_DISQUALIFIED');
    const entry = history.entries[index];
    if (entry?.type !== 'WINNER_DISQUALIFIED') return null;
    return withReplaced(
      history,
      index,
      { ...entry, successor: '9.99999' },
      /diz que depois de|viria/,
    );
  },
  'a prize passed on to an alternate whose receipt was denied'(history) {
    return afterDeniedAlternate(history, (owner, time) => receiptDenied(owner, time));
  },
  'a prize passed on to an alternate whose number is void'(history) {
    return afterDeniedAlternate(history, (owner, time, number) =>
      numbersVoided({ ...owner, numbers: [number] }, time),
    );
  },
  'a prize that skips an alternate who stands'(history) {
    const succession = successionIn(history);
    if (!succession) return null;
    const { entries, disqualified } = succession;
    const skipped = { ...disqualified, successor: null };
    return withInserted({ entries }, entries.length, skipped, /vem ninguém; viria/);
  },
  'a receipt that gets numbers twice'(history) {
    const { index, entry } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const [again] = history.entries.filter(({ type }) => type === 'NUMBERS_ISSUED');
    if (again?.type !== 'NUMBERS_ISSUED') return null;
    const time = '2026-01-31T23:59:59-03:00' < entry.at ? '2026-02-01T02:59:59.000Z' : entry.at;
    const twice = { ...numbersAfter(history), receipt: again.receipt, at: time };
    return withInserted(history, index, twice, /entrega números (de novo )?à nota/);
  },
  'more numbers for a receipt than any can get'(history) {
    const { index, entry } = firstOfType(history, 'NUMBERS_ISSUED');
    const numbers = Array.from({ length: 4 }, (_, index) => history.numberAt(entry.first + index));
    return withReplaced(history, index, { ...entry, numbers }, /uma nota recebe no máximo 3/);
  },
  'numbers for a receipt that was denied'(history) {
    const { index, entry } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const numbers = { ...numbersAfter(history), at: beforeTheEnd };
    const denied = receiptDenied(
      { ...firstOfType(history, 'NUMBERS_ISSUED').entry, receipt: 900 },
      beforeTheEnd,
    );
    const entries = history.entries.toSpliced(index, 0, denied, numbers);
    const contradiction = /entrega números à nota 900, que foi recusada/;
    return entry.at < beforeTheEnd ? null : { entries, position: index + 2, contradiction };
  },
  'a draw before its extraction'(history) {
    const draw = firstOfType(history, 'DRAW_MADE');
    const early = hoursAfter(draw.entry, -3);
    const entries = history.entries.with(draw.index, { ...draw.entry, at: early });
    return {
      entries,
      position: draw.index + 1,
      contradiction: /faz o sorteio antes da extração|mais antigo/,
    };
  },
  'other rules for a draw once its extraction is known'(history) {
    const { index, entry } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const { type: _, at: __, ...before } = firstOfType(history, 'COMMITMENTS').entry;
    const draws = before.draws.map(({ rules, ...draw }) => ({
      ...draw,
      ...(rules ? { rules: { ...rules, extractionAt: '2026-02-11T19:00:00-03:00' } } : {}),
    }));
    const changed: DatedEntry = {
      at: '2026-02-07T23:00:00.000Z',
      type: 'COMMITMENTS_CHANGED',
      before,
      after: { ...before, draws },
      reason: 'Novo dia',
      regulationVersion: 2,
    };
    const entries = [...history.entries.slice(0, index), changed, { ...entry, at: changed.at }];
    return {
      entries,
      position: index + 1,
      contradiction: /muda as regras de um sorteio cuja extração já/,
    };
  },
  'numbers swapped'(history) {
    const { entry, index } = firstOfType(history, 'NUMBERS_ISSUED');
    const other = { ...entry, numbers: [history.numberAt(119), ...entry.numbers.slice(1)] };
    return {
      entries: history.entries.with(index, other),
      position: 0,
      contradiction: /deveria ser|lança/,
    };
  },
  'positions left out and not declared'(history) {
    const index = history.entries.findIndex(({ type }) => type === 'NUMBERS_UNUSED');
    if (index < 0) return null;
    return {
      ...withoutEntry(history, index),
      position: index + 1,
      contradiction: /em que ficou um vão/,
    };
  },
  'a number declared unused that has an owner'(history) {
    const { first } = firstOfType(history, 'NUMBERS_ISSUED').entry;
    const { index, entry } = firstOfType(history, 'CAMPAIGN_CLOSED');
    const ranges = [{ first, quantity: 1 }];
    const unused = { at: entry.at, type: 'NUMBERS_UNUSED' as const, engine: 101, ranges };
    return withInserted(history, index + 1, unused, /declara sem uso posições que não o são/);
  },
  'an entry dropped'(history) {
    const { index } = firstOfType(history, 'NUMBERS_ISSUED');
    return { ...withoutEntry(history, index), position: 0, contradiction: /lançamento/ };
  },
};
