import fc from 'fast-check';
import { is } from 'superstruct';
import { expect, test } from 'vitest';
import { HelloMessage } from '../../../../src/contract/widget-messages.ts';
import { isHello } from '../../../../src/features/frame/hello.ts';

const said = fc.record(
  {
    v: fc.constantFrom(1, 1, 2, '1'),
    id: fc.oneof(fc.constantFrom('promo-1', 'a b', '', 'x'.repeat(65), 7), fc.string()),
    type: fc.constantFrom('hello', 'hello', 'ready'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const listed = said.map((message) => Object.assign([], message));

test('a frame understands exactly the hello of the contract', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: said }, listed, fc.constantFrom(null, undefined, 'hello')),
      (data) => {
        expect(isHello(data)).toBe(is(data, HelloMessage));
      },
    ),
    { numRuns: 3000 },
  );
});
