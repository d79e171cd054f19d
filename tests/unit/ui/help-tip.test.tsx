// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HelpTip } from '../../../src/ui/help-tip.tsx';

let root: Root;

beforeEach(() => {
  document.body.innerHTML = '<h1>MEU PERFIL</h1><input><main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<HelpTip label="Código">Divulgue este código.</HelpTip>));
});
afterEach(() => root.unmount());

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const help = () => find('button');
const isShown = () => find('[role=tooltip]')?.hidden === false;
const act = (work: () => unknown) => flushSync(() => void work());

function pressKey(target: EventTarget | null, key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  act(() => target?.dispatchEvent(event));
  return event;
}

function touch(target: HTMLElement | null): void {
  act(() => target?.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  act(() => target?.click());
}

test('help explains itself to who comes by keyboard, until Esc or the next control', () => {
  expect(isShown()).toBe(false);
  act(() => help()?.focus());
  expect(isShown()).toBe(true);
  pressKey(help(), 'Escape');
  expect(isShown()).toBe(false);
  act(() => help()?.click());
  expect(isShown()).toBe(true);
  act(() => find('input')?.focus());
  expect(isShown()).toBe(false);
});

test('Esc closes help from anywhere, and nothing around it', () => {
  act(() => help()?.click());
  expect(isShown()).toBe(true);
  const { defaultPrevented } = pressKey(find('input'), 'Escape');
  expect([isShown(), defaultPrevented]).toEqual([false, true]);
  expect(pressKey(find('input'), 'Escape').defaultPrevented, 'the next one is the dialog’s').toBe(
    false,
  );
});

test('help opens by touch, and closes at a touch elsewhere', () => {
  touch(help());
  expect(isShown()).toBe(true);
  touch(find('[role=tooltip]'));
  expect(isShown()).toBe(true);
  touch(find('h1'));
  expect(isShown()).toBe(false);
});

test('help describes its button also while it is closed', () => {
  const description = document.getElementById(help()?.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Divulgue este código.');
  expect(help()?.getAttribute('aria-label')).toBe('Ajuda: Código');
});
