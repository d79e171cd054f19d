import { expect, test } from 'vitest';
import {
  attributionIn,
  attributionQuery,
  readAttribution,
} from '../../../src/rules/attribution.ts';

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
