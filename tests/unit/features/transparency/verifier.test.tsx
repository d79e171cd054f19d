// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Checks } from '../../../../src/features/transparency/transparency.island.tsx';
import {
  $verification,
  stopVerification,
} from '../../../../src/features/transparency/transparency.store.ts';
import { Verifier } from '../../../../src/features/transparency/verifier.tsx';
import { renderInPage } from '../../../support/render-in-page.ts';

afterEach(() => {
  stopVerification();
  vi.unstubAllGlobals();
});

function focusedButton(name: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll('button')];
  const found = buttons.find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`There is no button ${name}`);
  found.focus();
  return found;
}

test('a user who stops the verification is at the button that starts it, and hears that it stopped', () => {
  renderInPage(<Verifier engines={[]} />);
  const region = document.querySelector('[aria-live]');
  flushSync(() => $verification.set({ state: 'running', checks: [], ownLists: [], current: null }));
  expect(region?.textContent).toBe('Conferindo…');
  flushSync(() => focusedButton('Parar').click());
  expect(document.activeElement?.textContent).toBe('Conferir agora');
  expect(region?.textContent).toBe('Conferência parada.');
});

test.each([
  ['before the end', ['log', 'counts'], 'O registro está inteiro, e as contagens batem com ele.'],
  ['without instant prizes', ['log', 'counts', 'numbers'], 'Números batem com o registro público'],
  ['before the draw', ['numbers', 'schedule'], 'Números e prêmios batem com o registro público'],
  ['of a draw alone', ['numbers', 'draw'], 'Números e sorteio batem com o registro público'],
  ['of all', ['numbers', 'schedule', 'draw'], 'Números, prêmios e sorteio batem com o registro'],
] as const)('a verification %s names only what was compared', (_, subjects, says) => {
  renderInPage(<Verifier engines={[]} />);
  const later = { subject: 'numberList', name: 'Lista', verdict: 'later', sentence: '' } as const;
  const right = subjects.map(
    (subject) => ({ subject, name: '', verdict: 'right', sentence: '' }) as const,
  );
  flushSync(() => $verification.set({ state: 'done', checks: [...right, later], ownLists: [] }));
  expect(document.querySelector('.answer p')?.textContent).toMatch(new RegExp(`^${says}`));
});

test('a user’s own list that differs is not blamed on the promotion, and the published one is a press away', () => {
  renderInPage(<Verifier engines={[]} />);
  const check = { subject: 'numberList', name: 'Lista de números', verdict: 'wrong' } as const;
  const differs = { ...check, sentence: 'A linha 3 não confere.', line: 3 };
  const done = { state: 'done', checks: [differs] } as const;
  const answer = () => document.querySelector('.answer')?.textContent;
  flushSync(() => $verification.set({ ...done, ownLists: ['numbers'] }));
  expect(document.querySelector('h2')?.textContent).toBe('Seu arquivo não confere');
  expect(answer()).toContain(
    'Lista de números: no seu arquivo, a linha\u00a03 não é a do registro.',
  );
  expect(answer()).not.toContain('queremos saber');
  expect(focusedButton('Conferir os publicados')).toBeDefined();
  flushSync(() => $verification.set({ ...done, ownLists: [] }));
  expect(document.querySelector('h2')?.textContent).toBe('Algo não confere');
  expect(answer()).toContain('queremos saber');
});

test('a user hears which files of their own are used, and returns to the button that chose them', () => {
  renderInPage(<Checks />);
  const region = document.querySelector('[role=status]');
  expect(region?.textContent).toBe('');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'numbers.csv')] });
  flushSync(() => input?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(region?.textContent).toBe('Arquivos seus: numbers.csv.');
  flushSync(() => focusedButton('Usar os publicados').click());
  expect(document.activeElement?.textContent).toBe('Usar arquivos meus');
  expect(region?.textContent).toBe('');
});
