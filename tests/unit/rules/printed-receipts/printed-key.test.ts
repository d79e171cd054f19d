import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClearKey, provenKey } from '../../../../src/rules/printed-receipts/printed-key.ts';
import { readAccessKey } from '../../../../src/rules/receipts/access-key.ts';
import { seededRandom } from '../../../support/receipts/random.ts';
import { fictionalCnpj, receiptKey } from '../../../support/receipts/receipt-key.ts';

const cnpj = '11222333000181';
const key = keyOf(cnpj, '18392017');
const nothing = { cnpjs: [], misreadCnpjs: [], months: [], states: [], serials: [] };
const facts = { ...nothing, cnpjs: [cnpj], months: ['2025-10'] };

/** A key as it stands on two lines, each read so. */
function onTwoLines(...readings: string[]) {
  return [
    { line: 20, readings: readings.map((reading) => reading.slice(0, 24)) },
    { line: 21, readings: readings.map((reading) => reading.slice(24)) },
  ];
}

describe('key in recognised text', () => {
  it('is proven by two readings that agree', () => {
    expect(provenKey(onTwoLines(key, key), facts)?.key).toBe(key);
  });

  it('is not proven by one', () => {
    expect(provenKey(onTwoLines(key), facts)).toBeNull();
  });

  it('is proven where what is printed elsewhere is the only other reading of a line', () => {
    const [first, second] = onTwoLines(key, key);
    const torn = {
      line: 20,
      readings: [...(first?.readings.slice(0, 1) ?? []), key.slice(0, 12)],
    };
    const parts = second ? [torn, second] : [];
    expect(provenKey(parts, facts)).toBeNull();
    const more = { ...facts, states: ['41', '43'], serials: ['001000012345'] };
    expect(provenKey(parts, more)?.key).toBe(key);
  });

  it('is found on one line, and on four', () => {
    expect(provenKey([{ line: 3, readings: [key, key] }], facts)?.key).toBe(key);
    const four = [0, 11, 22, 33].map((from, line) => {
      const part = key.slice(from, from + 11);
      return { line, readings: [part, part] };
    });
    expect(provenKey(four, facts)?.key).toBe(key);
  });

  it('bears a place that one of three readings has wrong', () => {
    expect(provenKey(onTwoLines(key, changed(key, 38), key), facts)?.key).toBe(key);
  });

  it('bears a misread CNPJ where the printed one and another reading agree', () => {
    const misread = changed(key, 9);
    expect(provenKey(onTwoLines(key, misread), facts)?.key).toBe(key);
  });

  it.each([
    ['doubled', key.slice(0, 9) + key.slice(8)],
    ['lost', key.slice(0, 30) + key.slice(31)],
  ])('is proven by a second reading that %s one character', (_name, other) => {
    expect(provenKey([{ line: 3, readings: [key, other] }], facts)?.key).toBe(key);
    expect(provenKey([{ line: 3, readings: [changed(key, 38), other] }], facts)?.key).toBe(key);
  });

  it('decides between two readings by the key’s own digit', () => {
    expect(provenKey(onTwoLines(key, changed(key, 38)), facts)?.key).toBe(key);
  });

  describe('in groups of four', () => {
    const groups = inKey(key);
    const inGroups = (...readings: string[][]) =>
      groups.map((_, index) => ({
        line: 7,
        length: 4,
        readings: readings.map((reading) => reading[index] ?? ''),
      }));

    it('is proven where each reading has spoilt another group', () => {
      const spoilt = (index: number, group: string) => groups.with(index, group);
      const parts = inGroups(spoilt(1, '51'), spoilt(8, '12345'), spoilt(10, ''), groups);
      expect(provenKey(parts, facts)?.key).toBe(key);
    });

    it('is found beside what is no part of it', () => {
      const parts = inGroups(groups, groups);
      const smear = { line: 7, length: 4, readings: ['1111', '1171'] };
      expect(provenKey([smear, ...parts], facts)?.key).toBe(key);
      expect(provenKey([...parts, smear], facts)?.key).toBe(key);
    });

    it('is proven against most readings of a digit by the CNPJ’s own digits and the key’s', () => {
      const most = inKey(changed(key, 16, 4));
      const parts = inGroups(most, most, most, groups);
      expect(provenKey(parts, { ...nothing, months: ['2025-10'] })?.key).toBe(key);
    });

    it('needs no more readings where three agree on all of it, and it holds', () => {
      const smear = { line: 7, length: 4, readings: ['1111', '1171', '1111'] };
      expect(isClearKey([smear, ...inGroups(groups, groups, groups)], 3)).toBe(true);
      expect(isClearKey(inGroups(groups, groups), 3)).toBe(false);
      const other = inKey(changed(key, 38));
      expect(isClearKey(inGroups(groups, other, groups), 3)).toBe(false);
      expect(isClearKey(inGroups(other, other, other), 3)).toBe(false);
    });

    it('is not decided by its own digit where another key holds that readings tell as well', () => {
      const others = [36, 40].flatMap((one) =>
        Array.from({ length: 9 }, (_, by) => changed(changed(key, 38, 1), one, by + 1)),
      );
      const other = others.find((text) => readAccessKey(text) !== null) ?? '';
      const least = inKey(other);
      const all = [groups, groups, groups, groups];
      expect(provenKey(inGroups(...all, ...all, least), facts)?.key).toBe(key);
      expect(provenKey(inGroups(...all, least, least, least), facts)).toBeNull();
    });

    it('is not guessed where no reading has a group', () => {
      expect(provenKey(inGroups(groups.with(9, ''), groups.with(9, '')), facts)).toBeNull();
    });
  });

  it.each([
    ['another shop’s CNPJ is printed', { ...facts, cnpjs: ['12ABC34501DE35'] }],
    ['no date is of its month', { ...facts, months: ['2025-09'] }],
    ['neither CNPJ nor date was read', nothing],
  ])('is refused where %s', (_name, others) => {
    expect(provenKey(onTwoLines(key, key), others)).toBeNull();
  });

  it('is proven beside its printed CNPJ also where up to two digits of that were misread', () => {
    const beside = (misread: string) => ({ ...nothing, misreadCnpjs: [misread] });
    expect(provenKey(onTwoLines(key, key), beside('11222383000187'))?.key).toBe(key);
    expect(provenKey(onTwoLines(key, key), beside('11282383000187'))).toBeNull();
  });

  it('is refused where its parts stand far apart', () => {
    const [first, second] = onTwoLines(key, key);
    if (!first || !second) throw new Error('No parts');
    expect(provenKey([first, { ...second, line: 30 }], facts)).toBeNull();
  });

  it('chooses none of two receipts of one shop', () => {
    const other = keyOf(cnpj, '18392029');
    const parts = [
      { line: 3, readings: [key, key] },
      { line: 30, readings: [other, other] },
    ];
    expect(provenKey(parts, facts)).toBeNull();
  });

  it('is never another key, whatever two readings get wrong', () => {
    const wrong = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 43 }), fc.integer({ min: 1, max: 9 })),
      {
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(fc.integer(), wrong, wrong, (seed, one, other) => {
        const random = seededRandom(seed);
        const shop = fictionalCnpj(random);
        const printed = keyOf(shop, random.digits(8));
        const misread = (places: [number, number][]) =>
          places.reduce((text, [index, by]) => changed(text, index, by), printed);
        // The first is read twice alike, so only places where both are wrong can go unseen.
        const readings = [printed, misread(one), misread(other)];
        const found = provenKey(onTwoLines(...readings), { ...facts, cnpjs: [shop] });
        expect([printed, undefined]).toContain(found?.key);
      }),
    );
  });
});

function inKey(digits: string): string[] {
  return digits.match(/.{4}/g) ?? [];
}

function keyOf(shop: string, code: string): string {
  const parts = {
    state: 'PR',
    day: '2025-10-09',
    series: 1,
    number: 12_345,
    offline: false,
  } as const;
  return receiptKey({ ...parts, cnpj: shop, code });
}

/** With one digit read as another. */
function changed(text: string, index: number, by = 3): string {
  const digit = (Number(text[index]) + by) % 10;
  return `${text.slice(0, index)}${digit}${text.slice(index + 1)}`;
}
