import fc from 'fast-check';
import { is } from 'superstruct';
import { expect, test } from 'vitest';
import { FrameMessage } from '../../../src/contract/widget-messages.ts';
import { readFrameMessage } from '../../../widgets/host/frame-messages.ts';

const id = 'promo-1';

const text = fc.oneof(
  fc.constantFrom('cadastro', 'CAMPAIGN_ENDED', id, 'https://campanha.example/nova-nota'),
  fc.constantFrom('https://campanha.example/nova-nota#abc', 'javascript:alert(1)', '', 'a b'),
  fc.string(),
);
const pixels = fc.oneof(fc.integer({ min: -5, max: 30_000 }), fc.double(), fc.string());
const known = ['ready', 'resize', 'focus', 'submit', 'success', 'error', 'handoff'];
const types = [...known, 'hello', 'x'];
const message = fc.record(
  {
    v: fc.constantFrom(1, 2, '1'),
    id: fc.constantFrom(id, 'promo-2', 7),
    type: fc.constantFrom(...types),
    height: pixels,
    top: pixels,
    bottom: pixels,
    form: text,
    code: text,
    url: text,
  },
  { requiredKeys: [], noNullPrototype: true },
);

test('the page reads exactly the messages of the contract, from its own frame', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: message }, fc.constantFrom(null, 7, 'ready', [])),
      (data) => {
        const isOurs = is(data, FrameMessage) && data.id === id;
        expect(readFrameMessage(data, id) !== null).toBe(isOurs);
      },
    ),
    { numRuns: 3000 },
  );
});

test('nothing but what the contract names goes on to the page', () => {
  const data = { v: 1, id, type: 'success', form: 'cadastro', email: 'ana@exemplo.com.br' };
  expect(readFrameMessage(data, id)).toEqual({ v: 1, id, type: 'success', form: 'cadastro' });
});
