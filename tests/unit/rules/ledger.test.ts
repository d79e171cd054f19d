import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLedger, headAfter, ledgerLine, readLedgerLine } from '../../../src/rules/ledger.ts';

const anyEntries = fc.array(
  fc
    .record({ at: fc.integer(), text: fc.string({ unit: 'binary' }) })
    .map((entry) => JSON.stringify(entry)),
  { minLength: 1, maxLength: 6 },
);

function published(entries: readonly string[]): string {
  let head = emptyLedger;
  return entries
    .map((entry) => {
      head = headAfter(head, entry);
      return `${ledgerLine(head, entry)}\n`;
    })
    .join('');
}

/** Position of the first entry that does not follow; null when all do. */
function firstBroken(file: Buffer): number | null {
  let head = emptyLedger;
  const lines = file.toString('utf8').split('\n');
  for (const text of lines.slice(0, -1)) {
    const read = readLedgerLine(text, head);
    if (!read) return head.position + 1;
    head = read.head;
  }
  return lines.at(-1) === '' ? null : head.position + 1;
}

test('a hash covers position, former hash and entry as another program writes them', () => {
  const first = createHash('sha256')
    .update(`ledger/1:1:${'0'.repeat(64)}:{"a":1}`)
    .digest('hex');
  const second = createHash('sha256').update(`ledger/1:2:${first}:{"b":"é"}`).digest('hex');
  expect(published(['{"a":1}', '{"b":"é"}'])).toBe(
    `{"position":1,"hash":"${first}","entry":{"a":1}}\n` +
      `{"position":2,"hash":"${second}","entry":{"b":"é"}}\n`,
  );
});

test('what was published reads back, entry by entry', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      let head = emptyLedger;
      for (const [index, text] of published(entries).trimEnd().split('\n').entries()) {
        const read = readLedgerLine(text, head);
        expect(read?.entry).toBe(entries[index]);
        head = read?.head ?? emptyLedger;
      }
      expect(head.position).toBe(entries.length);
    }),
  );
});

test('any single changed byte is found, in the entry that it is in', () => {
  fc.assert(
    fc.property(
      anyEntries,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (entries, place, change) => {
        const file = Buffer.from(published(entries));
        expect(firstBroken(file)).toBeNull();
        const at = place % file.length;
        const inEntry = file.subarray(0, at).toString('latin1').split('\n').length;
        file[at] = (file[at] ?? 0) ^ change;
        expect(firstBroken(file)).toBe(inEntry);
      },
    ),
    { numRuns: 2000 },
  );
});

test('entries that are left out or change places do not follow', () => {
  const lines = published(['{"a":1}', '{"b":2}', '{"c":3}']).trimEnd().split('\n');
  const [one = '', two = '', three = ''] = lines;
  const broken = (...order: string[]) =>
    firstBroken(Buffer.from(order.map((each) => `${each}\n`).join('')));
  expect(broken(one, three)).toBe(2);
  expect(broken(two, three)).toBe(1);
  expect(broken(one, three, two)).toBe(2);
});
