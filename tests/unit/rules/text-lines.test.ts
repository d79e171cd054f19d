import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, plainLine, textLines } from '../../../src/rules/text.ts';

test('lines come whole, however the text was cut, and only a line feed ends one', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', '\r', '\u2028', 'é'), minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.nat(5), async (lines, size) => {
      const text = lines.join('\n');
      async function* pieces() {
        for (let place = 0; place < text.length; place += size + 1) {
          yield text.slice(place, place + size + 1);
        }
      }
      const found: string[] = [];
      for await (const each of linesOf(pieces())) found.push(each);
      expect(found).toEqual(lines);
    }),
  );
});

test('a reader that stops early ends the download', async () => {
  let isEnded = false;
  const download = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('a\nb\n')),
    cancel() {
      isEnded = true;
    },
  });
  for await (const line of textLines(download)) {
    expect(line).toBe('a');
    break;
  }
  expect(isEnded).toBe(true);
});

test('a plain line holds nothing that a terminal obeys or that turns the text around', () => {
  expect(plainLine(' Ana\r\n\u001b[2J\u009b1m \u202Egnp.exe\u2066 ')).toBe('Ana [2J 1m  gnp.exe');
  expect(plainLine('família 👨‍👩‍👧')).toBe('família 👨‍👩‍👧');
});
