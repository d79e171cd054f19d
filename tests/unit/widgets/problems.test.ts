// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { reportProblem } from '../../../widgets/host/report-problem.ts';
import { changedBuiltIn, explain } from '../../../widgets/problems/explain.ts';

const origin = 'https://promocao.example';

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

test('a frame of another site in the page is not taken for the promotion’s', () => {
  const page = document.createElement('html');
  page.innerHTML = '<body><iframe src="https://videos.example/1"></iframe></body>';
  reportProblem(page, 'ELEMENT_NOT_FOUND', '<promo-login>');
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.not.stringContaining('videos.example'));
});

test('a campaign that came after the element is not reported as missing', async () => {
  const host = document.createElement('promo-where-to-buy');
  const problem = { host, code: 'CAMPAIGN_MISSING', about: '', origin } as const;
  host.setAttribute('campaign', '19');
  await explain(problem);
  expect(warn).not.toHaveBeenCalled();
  host.removeAttribute('campaign');
  await explain(problem);
  expect(warn).toHaveBeenCalledOnce();
});

test('elements that fail alike have a link each, and one sentence', async () => {
  const hosts = [1, 2].map(() => document.createElement('promo-login'));
  for (const host of hosts) await explain({ host, code: 'WIDGET_FAILED', about: 'Error', origin });
  expect(hosts.map((host) => host.querySelector('a')?.href)).toEqual([`${origin}/`, `${origin}/`]);
  expect(warn).toHaveBeenCalledOnce();
});

test('elements that fail alike log one sentence, also when its explanation cannot be loaded', async () => {
  for (const about of ['Error', 'Error', 'TypeError']) {
    const host = document.createElement('promo-login');
    host.setAttribute('origin', 'http://127.0.0.1:1');
    reportProblem(host, 'WIDGET_FAILED', about);
  }
  await vi.waitFor(() =>
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('TypeError')),
  );
  expect(warn).toHaveBeenCalledTimes(2);
});

test('what a page or an old library did to built-in objects is named', () => {
  expect(changedBuiltIn()).toBeNull();
  // As Prototype.js and MooTools do: neither copies a Set.
  vi.spyOn(Array, 'from').mockImplementation((list) => Array.prototype.slice.call(list));
  expect(changedBuiltIn()).toBe('a página troca Array.from');
  vi.restoreAllMocks();
  vi.spyOn(Array.prototype, 'entries').mockImplementation(function itself(this: unknown[]) {
    return this as never;
  });
  expect(changedBuiltIn()).toBe('a página troca Array.prototype.entries');
  vi.restoreAllMocks();
  Object.assign(Object.prototype, { extra: () => 1 });
  const changed = changedBuiltIn();
  Reflect.deleteProperty(Object.prototype, 'extra');
  expect(changed).toBe('Object.prototype tem extra');
});
