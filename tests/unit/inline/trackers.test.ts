// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { trackersScript } from '../../../src/inline/trackers.ts';

const marks = document.documentElement.dataset;

/** Test files share a window. */
const ended = new AbortController();
afterAll(() => ended.abort());

beforeAll(() => {
  // The tag manager's own script would come from outside.
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
  marks['consent'] = 'accepted';
  new Function(trackersScript({ tagManager: 'GTM-1', clarity: null, pixel: null }))();
  document.body.addEventListener('click', (event) => event.preventDefault(), {
    signal: ended.signal,
  });
  document.body.innerHTML = `
    <details><summary>Maria Souza 529.982.247-25.pdf Ver a nota inteira</summary></details>
    <a href="/transparencia?numero=4.50153" aria-label="4.50153: confira este número">4.50153</a>
    <button type="button">
      Quero
      participar
    </button>`;
});

/** Presses every control of the page. @returns what the tag manager then got */
function presses(): object[] {
  const events = window.dataLayer ?? [];
  events.length = 0;
  for (const control of document.querySelectorAll<HTMLElement>('summary, a, button')) {
    control.click();
  }
  return events;
}

test('trackers get a press with its text', () => {
  expect(presses()).toContainEqual({ event: 'click', label: 'Quero participar' });
});

test('trackers get no text of pages for signed-in users: it may be a file’s name or a lucky number', () => {
  marks['guarded'] = 'yes';
  expect(presses()).toEqual([
    { event: 'click', label: 'summary' },
    { event: 'click', label: 'a', link: '/transparencia' },
    { event: 'click', label: 'button' },
  ]);
});

test('trackers get what became of a form', () => {
  const events = window.dataLayer ?? [];
  events.length = 0;
  for (const name of ['promo:submit', 'promo:success', 'promo:error']) {
    dispatchEvent(new CustomEvent(name, { detail: { form: 'entrar' } }));
  }
  expect(events).toEqual(['save', 'success', 'error'].map((event) => ({ event, form: 'entrar' })));
});

test('trackers get what failed', () => {
  const events = window.dataLayer ?? [];
  events.length = 0;
  const detail = { name: 'NetworkError', status: 500 };
  dispatchEvent(new CustomEvent('promo:failure', { detail }));
  expect(events).toEqual([{ event: 'failure', ...detail }]);
});

test('trackers get nothing after the user withdraws consent', () => {
  marks['consent'] = 'asked';
  expect(presses()).toEqual([]);
  dispatchEvent(new CustomEvent('promo:failure', { detail: {} }));
  expect(window.dataLayer).toEqual([]);
  marks['consent'] = 'accepted';
});

test('a page that is returned to is loaded anew without trackers where consent was withdrawn elsewhere', () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const visibility = vi.spyOn(document, 'hidden', 'get');
  const change = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  visibility.mockReturnValue(false);
  change();
  marks['consent'] = 'asked';
  visibility.mockReturnValue(true);
  change();
  expect(reload, 'a page that is being left').not.toHaveBeenCalled();
  visibility.mockReturnValue(false);
  change();
  expect(reload).toHaveBeenCalledOnce();
  marks['consent'] = 'accepted';
});

test('a page that is returned to has trackers where consent was given elsewhere', () => {
  marks['consent'] = 'asked';
  delete window.dataLayer;
  new Function(trackersScript({ tagManager: 'GTM-2', clarity: null, pixel: null }))();
  expect(window.dataLayer).toBeUndefined();
  marks['consent'] = 'accepted';
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(window.dataLayer).toEqual([expect.objectContaining({ event: 'gtm.js' })]);
});

test.each(['in', 'out'] as const)(
  'recordings mask all texts of a page while its session is in: it was %s',
  async (session) => {
    delete marks['clarityMask'];
    marks['session'] = session;
    new Function(trackersScript({ tagManager: null, clarity: 'c1', pixel: null }))();
    const isMasked = document.documentElement.hasAttribute('data-clarity-mask');
    expect(isMasked).toBe(session === 'in');
    marks['session'] = 'in';
    await vi.waitFor(() => expect(marks['clarityMask']).toBe('True'));
  },
);
