import { describe, expect, it } from 'vitest';
import { keyLinesIn } from '../../src/gateway/services/ocr/find-printed-key.ts';
import { readKeyLines } from '../../src/gateway/services/ocr/read-printed-key.ts';
import type { Recogniser } from '../../src/gateway/services/ocr/recogniser.ts';
import { keyGroups } from '../../src/rules/printed-receipts/printed-key-groups.ts';

const groups = '4125 1011 2223 3300 0181 6500 1000 0123 4511 8392 0175'.split(' ');

/** A line of words of a fixed pitch, which rises by so many pixels from word to word. */
function lineOf(texts: readonly string[], top: number, rise = 0, from = 0) {
  let left = 100;
  const words = texts.map((text, index) => {
    const word = {
      text,
      left,
      top: top - rise * (index + from),
      width: 20 * text.length,
      height: 30,
    };
    left += 20 * (text.length + 1);
    return word;
  });
  return { text: texts.join(' '), words };
}

const texts = (lines: ReturnType<typeof keyLinesIn>) =>
  lines.map((line) => line.map(({ text }) => text).join(' '));

describe('the line of a printed key', () => {
  it('is put together where a bent line was recognised as two', () => {
    const whole = lineOf(groups, 500, 6);
    const halves = [whole.words.slice(4), whole.words.slice(0, 4)];
    const lines = halves.map((words) => ({ text: '', words }));
    expect(texts(keyLinesIn([lines]))).toEqual([groups.join(' ')]);
  });

  it('keeps groups that were read as letters, in its middle and at its ends', () => {
    const read = groups.with(0, 'AIZS').with(6, 'Tm').with(10, 'Ol/S');
    expect(texts(keyLinesIn([[lineOf(read, 500)]]))).toEqual([read.join(' ')]);
  });

  it('is found on two lines', () => {
    const lines = [lineOf(groups.slice(0, 6), 500), lineOf(groups.slice(6), 540)];
    expect(texts(keyLinesIn([lines]))).toEqual([
      groups.slice(0, 6).join(' '),
      groups.slice(6).join(' '),
    ]);
  });

  it('is found by its groups alone where others are lost, with room for what is missing', () => {
    const shown = groups.with(2, 'xiaw').with(5, 'Cvab').slice(0, 9);
    const [line] = keyLinesIn([[lineOf([...shown, 'R$', 'de'], 500)]]);
    const end = Math.max(...(line ?? []).map(({ left, width }) => left + width));
    expect(
      line
        ?.map(({ text }) => text)
        .join(' ')
        .trim(),
    ).toBe(shown.join(' '));
    expect(end).toBeGreaterThanOrEqual(100 + 20 * 54);
  });

  it('stands in whole pixels, also where its groups are uneven by half a pixel', () => {
    const { words } = lineOf(groups.slice(0, 8), 500);
    const uneven = words.map((word, index) => ({ ...word, width: word.width + (index % 2) }));
    const [line = []] = keyLinesIn([[{ text: '', words: uneven }]]);
    expect(line).toHaveLength(10);
    expect(line.every(({ left }) => Number.isInteger(left))).toBe(true);
  });

  it('is found in the second reading of a page, where the first has spoilt it', () => {
    const spoilt = lineOf(
      groups.map(() => 'ai'),
      500,
    );
    expect(texts(keyLinesIn([[spoilt], [lineOf(groups, 500)]]))).toEqual([groups.join(' ')]);
  });

  it('is neither made of products’ codes nor of the protocol', () => {
    const lines = [
      lineOf(['7891528030142', 'CR', 'DENTAL', 'BRISAL'], 100),
      lineOf(['7891150059924', 'SAB', 'LOTUS', '85G'], 140),
      lineOf(['7891150059917', 'SAB', 'LIRIO', '85G'], 180),
      lineOf(['Protocolo', '143210116204637'], 300),
    ];
    expect(keyLinesIn([lines])).toEqual([]);
  });
});

describe('readings of a printed key', () => {
  const page = { data: new Uint8Array(1400 * 200).fill(255), width: 1400, height: 200 };

  /** How many are made where the page showed the first groups, and each reads one of the others. */
  async function readingsOf(ofPage: readonly string[], ...read: (readonly string[])[]) {
    let readings = 0;
    const recognise: Recogniser = async ({ width, height }) => {
      const texts = read[readings % read.length] ?? [];
      readings += 1;
      const step = width / 54;
      const words = texts.map((text, index) => ({
        text,
        left: step * 5 * index,
        top: height / 3,
        width: step * 4,
        height: height / 3,
      }));
      return { lines: [{ text: texts.join(' '), words }], confidence: 90 };
    };
    await readKeyLines(page, [lineOf(ofPage, 100).words], recognise);
    return readings;
  }

  it('are two that agree with the page, three that agree where the page lost a digit, else six', async () => {
    expect(await readingsOf(groups, groups)).toBe(2);
    expect(await readingsOf(groups.with(3, '330'), groups)).toBe(3);
    expect(await readingsOf(groups, groups, groups.with(3, '3800'))).toBe(6);
  });
});

describe('groups of a printed key', () => {
  /** Places in shares of a line of eleven groups and ten gaps. */
  function placed(words: readonly string[]) {
    let at = 0;
    return words.map((digits) => {
      const left = at / 54;
      at += Math.max(digits.length, 4) + 1;
      return { digits, left, right: left + Math.max(digits.length, 4) / 54 };
    });
  }

  it('are kept apart, so that a dropped digit spoils only its own group', () => {
    const dropped = placed(groups.with(2, '223'));
    const parts = keyGroups('', [placed(groups), dropped, placed(groups)]);
    expect(parts.map(({ length }) => length)).toEqual(groups.map(() => 4));
    expect(parts.map(({ readings }) => readings)).toEqual(
      groups.map((group, index) => [group, index === 2 ? '223' : group, group]),
    );
  });

  it('are counted where none was read with four digits, between others and at the ends', () => {
    const spoilt = placed(groups.with(0, '41').with(5, '65'));
    expect(keyGroups('', [spoilt, spoilt]).map(({ readings }) => readings[0])).toEqual(
      groups.with(0, '41').with(5, '65'),
    );
  });

  it('are not invented for a key without gaps', () => {
    const whole = [{ digits: groups.join(''), left: 0.01, right: 0.99 }];
    expect(keyGroups(groups.join(''), [whole])).toEqual([
      { readings: [groups.join(''), groups.join('')] },
    ]);
  });
});
