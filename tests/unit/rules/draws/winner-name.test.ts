import { expect, it } from 'vitest';
import { publicName } from '../../../../src/rules/draws/published-winners.ts';

it.each([
  ['Ana da Silva e Souza', 'Ana S. S.'],
  ['Ítalo dos Santos', 'Ítalo S.'],
  ['Ana', 'Ana'],
  ['𠮷田 Ana 𠮷', '𠮷田 A. 𠮷.'],
])('%s is %s where only initials may be published', (name, shown) => {
  expect(publicName(name, 'INITIALS')).toBe(shown);
  expect(publicName(name, 'FULL')).toBe(name);
});
