import { expect, it, test } from 'vitest';
import {
  disqualifiedSentence,
  explainedLine,
  nearestSentence,
  publicCity,
  publicName,
  publishedFacts,
  winnerLine,
  winnerPage,
  winnersSentence,
} from '../../../../src/rules/draws/published-winners.ts';

it.each([
  ['Ana da Silva e Souza', 'Ana S. S.'],
  ['Ítalo dos Santos', 'Ítalo S.'],
  ['Ana', 'Ana'],
  ['𠮷田 Ana 𠮷', '𠮷田 A. 𠮷.'],
])('%s is %s where only initials may be published', (name, shown) => {
  expect(publicName(name, 'INITIALS')).toBe(shown);
  expect(publicName(name, 'FULL')).toBe(name);
});

it.each(['São João del-Rei', "Olho-d'Água do Borges", 'Dr. Camargo', 'Ji-Paraná', 'Itu'])(
  'the city %s is published',
  (city) => {
    expect(publicCity(city)).toBe(city);
  },
);

it.each([
  null,
  '',
  '-',
  'golpe.example/premio',
  'Visite golpe.com.br',
  'www.golpe.com',
  'Ligue 41 99999',
  `Vila ${'a'.repeat(40)}`,
])('%j is published as no city', (text) => {
  expect(publicCity(text)).toBeNull();
});

test('the nearest number is named when no one had the drawn one', () => {
  const drawn = '4.50153';
  expect(nearestSentence({ drawn, winners: [{ number: '4.50153' }] })).toBe('');
  expect(nearestSentence({ drawn, winners: [] })).toBe('');
  expect(nearestSentence({ drawn, winners: [{ number: '4.34933' }] })).toBe(
    'Ninguém tinha 4.50153; ganha o mais próximo: 4.34933.',
  );
});

test('a successor is not taken for the nearest number', () => {
  const disqualified = [
    { number: '4.50153', reason: 'x', successor: '4.50160' },
    { number: '4.50160', reason: 'x', successor: '4.50170' },
  ];
  const winners = [{ number: '4.50170' }];
  expect(nearestSentence({ drawn: '4.50153', winners, disqualified })).toBe('');
  expect(nearestSentence({ drawn: '4.50150', winners, disqualified })).toContain('4.50153.');
});

test('a published line begins with the winner’s lucky number', () => {
  expect(winnerLine('1.00042 Ana S., Ouro Preto')).toEqual({
    number: '1.00042',
    rest: 'Ana S., Ouro Preto',
  });
  expect(winnerLine('Loteria Federal 6021')).toBeNull();
  expect(winnerLine('1.42 Ana S.')).toBeNull();
});

test('the bare number of an extraction is put in words, and other lines stay', () => {
  expect(explainedLine('Loteria Federal 6021')).toBe(
    'Resultado da extração 6021 da Loteria Federal',
  );
  expect(explainedLine('Loteria Federal, 5 prêmios')).toBe('Loteria Federal, 5 prêmios');
});

const page = (enabled: string, type: string, url: string) =>
  winnerPage({
    parameters: [
      { code: 'WINNER_PAGE_ENABLED', value: enabled },
      { code: 'WINNER_PAGE_TYPE', value: type },
      { code: 'WINNER_PDF_URL', value: url },
    ],
  });

test.each([
  ['true', 'PDF', { type: 'PDF', url: '/g.pdf' }],
  ['1', 'IMAGE', { type: 'IMAGE', url: '/g.pdf' }],
])('enabled %s, type %s', (enabled, type, expected) => {
  expect(page(enabled, type, '/g.pdf')).toEqual(expected);
});

test.each([
  ['', 'PDF', '/g.pdf'],
  ['false', 'PDF', '/g.pdf'],
  ['true', '', '/g.pdf'],
  ['true', 'HTML', '/g.pdf'],
  ['true', 'PDF', ''],
])('enabled %j, type %j, file %j: no page', (...parameters) => {
  expect(page(...parameters)).toBeNull();
});

test.each([
  [['Ana C. D.', 'Davi L.'], 'Quem ganhou: Ana C. D., Davi L.'],
  [['Ana Clara Dias'], 'Quem ganhou: Ana Clara Dias.'],
])('the sentence of who won a prize ends with one full stop: %j', (names, sentence) => {
  expect(winnersSentence(names)).toBe(sentence);
});

test.each([
  [[{ city: null }, {}], 'Nome, parte do CPF e número da sorte.'],
  [[{ city: null }, { city: 'Itu' }], 'Nome, parte do CPF, cidade e número da sorte.'],
])('what is published of winners names the city only if one is known: %j', (winners, facts) => {
  expect(publishedFacts(winners)).toBe(facts);
});

test('a reason that was written as a sentence stands in brackets without its full stop', () => {
  const one = { number: '4.50153', reason: 'Sem documentos.', successor: null };
  expect(disqualifiedSentence(one)).toContain('desclassificado (Sem documentos); o prêmio');
});
