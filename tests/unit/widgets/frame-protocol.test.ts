import fc from 'fast-check';
import {
  define,
  enums,
  integer,
  is,
  literal,
  max,
  min,
  optional,
  pattern,
  string,
  type,
  union,
} from 'superstruct';
import { expect, test } from 'vitest';
import {
  isHello,
  readFormSettings,
  readFrameMessage,
  readPageMessage,
} from '../../../src/contract/frame-protocol.ts';
import { ignoredAttribution } from '../../../src/rules/campaign/attribution.ts';

/** The protocol once more, as structs: slow and large, but plain to read. */
const name = pattern(string(), /^[\w-]{1,64}$/);
const pixels = max(min(integer(), 0), 20_000);
const address = define<string>(
  'address without query and fragment',
  (value) =>
    typeof value === 'string' && /^https?:\/\//.test(value) && !/[?#\s]/.test(value.slice(8)),
);
const envelope = { v: literal(1), id: name };
const Hello = type({ ...envelope, type: literal('hello') });
const FrameMessage = union([
  type({ ...envelope, type: enums(['loading', 'seen']) }),
  type({ ...envelope, type: literal('ready'), campaign: optional(integer()) }),
  type({ ...envelope, type: literal('resize'), height: pixels }),
  type({ ...envelope, type: literal('focus'), top: pixels, bottom: pixels }),
  type({ ...envelope, type: literal('step'), form: name, step: pixels, of: pixels }),
  type({
    ...envelope,
    type: enums(['started', 'submit', 'success', 'done', 'error', 'failed']),
    form: name,
    code: optional(name),
  }),
  type({ ...envelope, type: literal('handoff'), url: address }),
]);

const id = 'promo-1';
const text = fc.oneof(
  fc.constantFrom('cadastro', 'CAMPAIGN_ENDED', id, 'https://campanha.example/nova-nota'),
  fc.constantFrom('https://campanha.example/nova-nota#abc', 'javascript:alert(1)', '', 'a b'),
  fc.string(),
);
const size = fc.oneof(fc.integer({ min: -5, max: 30_000 }), fc.double(), fc.string());
const types =
  'loading ready seen resize focus started step submit success done error failed handoff hello x';
const message = fc.record(
  {
    v: fc.constantFrom(1, 1, 2, '1'),
    id: fc.constantFrom(id, id, 'promo-2', 'a b', '', 'x'.repeat(65), 7),
    type: fc.constantFrom(...types.split(' ')),
    campaign: size,
    height: size,
    top: size,
    bottom: size,
    step: size,
    of: size,
    form: text,
    code: text,
    url: text,
  },
  { requiredKeys: [], noNullPrototype: true },
);
const data = fc.oneof(
  { weight: 9, arbitrary: message },
  message.map((members) => Object.assign([], members)),
  fc.constantFrom(null, undefined, 7, 'ready', 'hello', []),
);

test('the page reads exactly the messages of the protocol, from its own frame', () => {
  fc.assert(
    fc.property(data, (sent) => {
      const isOurs = is(sent, FrameMessage) && sent.id === id;
      expect(readFrameMessage(sent, id) !== null).toBe(isOurs);
    }),
    { numRuns: 5000 },
  );
});

test('the frame understands exactly the hello of the protocol', () => {
  fc.assert(
    fc.property(data, (sent) => {
      expect(isHello(sent)).toBe(is(sent, Hello));
    }),
    { numRuns: 5000 },
  );
});

test('a frame message reaches the page with the protocol’s fields only', () => {
  const data = { v: 1, id, type: 'success', form: 'cadastro', email: 'ana@exemplo.com.br' };
  expect(readFrameMessage(data, id)).toEqual({ type: 'success', form: 'cadastro' });
});

test('a frame takes over the settings that it knows, as texts', () => {
  const settings = { accent: '#0a58ca', password: 'Escova1', radius: 4 };
  expect(readFormSettings(settings)).toEqual({ accent: '#0a58ca' });
  expect(readPageMessage({ v: 1, type: 'settings', settings })).toEqual({
    type: 'settings',
    settings: { accent: '#0a58ca' },
  });
  expect(readFormSettings(undefined)).toBeNull();
});

test('hidden fields reach a frame however long their text is, and what counts of none is named there', () => {
  const fields = ['loja', 'mesa', 'caixa', 'turno', 'vitrine'].map(
    (field) => `${field.repeat(4)}=${field.repeat(9)}`,
  );
  const settings = { 'hidden-fields': fields.join(', '), partner: 'x'.repeat(201) };
  expect(settings['hidden-fields'].length).toBeGreaterThan(200);
  expect(readFormSettings(settings)).toEqual(settings);
  expect(ignoredAttribution(settings)).toEqual(['partner']);
});

test('a page lets people go only by saying so', () => {
  expect(readPageMessage({ v: 1, type: 'leave', isAllowed: true })).toMatchObject({
    isAllowed: true,
  });
  expect(readPageMessage({ v: 1, type: 'leave', isAllowed: 'no' })).toMatchObject({
    isAllowed: false,
  });
  expect(readPageMessage({ v: 1, type: 'reset', all: true })).toEqual({ type: 'reset' });
  for (const sent of [null, 'reset', { type: 'reset' }, { v: 1, type: 'ready' }])
    expect(readPageMessage(sent)).toBeNull();
});

test('messages are read in browsers of 2021, and on pages, that have no Object.hasOwn', () => {
  const { hasOwn } = Object;
  Reflect.deleteProperty(Object, 'hasOwn');
  try {
    expect(readFrameMessage({ v: 1, id, type: 'seen' }, id)?.type).toBe('seen');
  } finally {
    Object.hasOwn = hasOwn;
  }
});
