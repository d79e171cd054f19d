// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testModeScript } from '../../../src/inline/before-hydration.ts';
import { testModeQuery } from '../../../src/paths.ts';

const { dataset } = document.documentElement;
const run = new Function(testModeScript(testModeQuery));

function openAt(search: string, { framed }: { framed: boolean }): void {
  window.history.replaceState(null, '', `/quadro/cadastro/${search}`);
  if (framed) vi.stubGlobal('parent', {});
  run();
}

beforeEach(() => {
  // Stores share workers, and those of other files mark the same page.
  for (const name of Object.keys(dataset)) delete dataset[name];
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a frame whose address asks for it is in test mode, and signed out', () => {
  openAt('?mode=test', { framed: true });
  expect({ ...dataset }).toEqual({ mode: 'test', session: 'out' });
});

test.each(['', '?utm_source=loja', '?mode=test&utm_source=loja'])(
  'a frame at %j is the real form',
  (search) => {
    openAt(search, { framed: true });
    expect({ ...dataset }).toEqual({});
  },
);

test('a link to the frame itself opens the real form, so that nothing that is sent is lost', () => {
  openAt('?mode=test', { framed: false });
  expect({ ...dataset }).toEqual({});
});
