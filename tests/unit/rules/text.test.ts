import { expect, it } from 'vitest';
import { cutText, partsOfText } from '../../../src/rules/text.ts';

const names = ['Entrar', 'Esqueceu sua senha?', 'regulamento', 'política de privacidade'];

it.each([
  ['Leia o regulamento.', ['Leia o ', 'regulamento', '.']],
  ['Toque em Esqueceu sua senha?', ['Toque em ', 'Esqueceu sua senha?', '']],
  ['Guarde seu e-mail e o nº 12', ['Guarde seu ', 'e-mail', ' e o ', 'nº 12', '']],
  ['Os regulamentos mudam', ['Os regulamentos mudam']],
  ['A políticaregulamento', ['A políticaregulamento']],
])('a text is divided at whole names and at words that stay whole: %s', (text, parts) => {
  expect(partsOfText(text, names)).toEqual(parts);
});

it('without names only words that stay whole divide a text', () => {
  expect(partsOfText('Guarde, sim, o e-mail.', [])).toEqual(['Guarde, sim, o ', 'e-mail.', '']);
});

it.each(['A+B', 'Prêmios (todos)', 'R$ 10', 'a|b', 'C:\\[x]', '{1}^*'])(
  'a name is found as it is written: %s',
  (name) => {
    expect(partsOfText(`Veja ${name} aqui`, [name])).toEqual(['Veja ', name, ' aqui']);
  },
);

it.each([
  ['abc', 'abc'],
  ['abcd', 'abc'],
  ['ab😀', 'ab'],
  ['a😀', 'a😀'],
])('a text that is too long is cut between characters: %s', (text, cut) => {
  expect(cutText(text, 3)).toBe(cut);
});
