import { expect, test } from 'vitest';
import {
  attributionIn,
  attributionQuery,
  ignoredAttribution,
  parseHiddenFields,
  readAttribution,
} from '../../../../src/rules/campaign/attribution.ts';

const nothing = { partner: null, source: null, medium: null, campaign: null };

test('an address says which partner and advertisement it is of', () => {
  const query = new URLSearchParams(
    'partner=Loja+Azul&utm_source=boletim&utm_medium=email&utm_campaign=volta_2026&utm_id=1',
  );
  const found = attributionIn(query);
  expect(found).toEqual({
    partner: 'Loja Azul',
    source: 'boletim',
    medium: 'email',
    campaign: 'volta_2026',
  });
  expect(attributionIn(new URLSearchParams(attributionQuery(found)))).toEqual(found);
  expect(attributionIn(new URLSearchParams('mgm=BRI-7K2Q'))).toBeNull();
  expect(attributionQuery(null)).toBe('');
});

test.each([
  ['ana@exemplo.com.br'],
  ['52998224725'],
  ['529.982.247-25'],
  ['https://x.y'],
  ['"><b>'],
  [' '],
  ['a'.repeat(65)],
  [7],
])('%s is no plain name', (source) => {
  expect(readAttribution({ source, partner: 'loja' })).toEqual({ ...nothing, partner: 'loja' });
});

test('a page adds fields of its own, which say how its visitor came and not who that is', () => {
  const fields = (text: string) => readAttribution({ fields: parseHiddenFields(text) })?.fields;
  expect(fields('loja=centro-01, mesa=7,')).toEqual({ loja: 'centro-01', mesa: '7' });
  expect(fields('loja=a=b')).toEqual({ loja: 'a' });
  expect(fields('a=1,b=2,c=3,d=4,e=5,f=6')).toEqual({ a: '1', b: '2', c: '3', d: '4', e: '5' });
  const personal = ['529.982.247-25', 'ana@exemplo.com.br', '(41) 99999-0000', '+55 41 999990000'];
  for (const value of [...personal, '', '<b>', 'x'.repeat(65)])
    expect(readAttribution({ fields: { loja: value } }), value).toBeNull();
  for (const name of ['Loja', '7', 'nome completo', 'x'.repeat(33)])
    expect(readAttribution({ fields: { [name]: 'centro' } }), name).toBeNull();
  for (const other of [null, 'loja', 7, ['centro'], { loja: 7 }])
    expect(readAttribution({ fields: other, partner: 'loja' })).toEqual({
      ...nothing,
      partner: 'loja',
    });
});

test('what a widget sets but does not count is named', () => {
  const right = { partner: 'Loja Azul', 'utm-source': ' ', 'hidden-fields': 'loja=1, mesa=7,' };
  expect(ignoredAttribution(right)).toEqual([]);
  expect(ignoredAttribution({ partner: 'Casa & Vídeo', 'utm-campaign': 'promo | julho' })).toEqual([
    'partner',
    'utm-campaign',
  ]);
  expect(ignoredAttribution({ 'hidden-fields': 'Loja=centro-01, mesa=7' })).toEqual(['Loja']);
  expect(ignoredAttribution({ 'hidden-fields': 'a=1,b=2,c=3,d=4,e=5,f=6' })).toEqual(['f']);
});
