// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testModeScript } from '../../../src/inline/before-hydration.ts';
import { guardIslands } from '../../../src/integrations/finish-pages.ts';
import { testModeQuery } from '../../../src/paths.ts';

const page = '<head><script>boot</script></head><astro-island client="load"></astro-island>';
const script = /<script>(.*);boot<\/script>/.exec(guardIslands(page))?.[1] ?? '';
new Function(script)();

let heard: string[];

beforeEach(() => {
  document.body.innerHTML =
    '<astro-island ssr><button id="one"><b>1</b></button><button id="other">2</button></astro-island>';
  heard = [];
  for (const { id } of document.querySelectorAll('button')) {
    document.getElementById(id)?.addEventListener('click', () => heard.push(id));
  }
});

/** As Astro does once an island's script has drawn it. */
function bringToLife(island = document.querySelector('astro-island')): void {
  island?.removeAttribute('ssr');
  island?.dispatchEvent(new CustomEvent('astro:hydrate'));
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

test('a press waits for its island, and of several only the last counts', () => {
  for (const selector of ['#other', '#one', '#one b']) press(selector);
  expect(heard).toEqual([]);
  bringToLife();
  expect(heard).toEqual(['one']);
});

test('a press of a living island is its own', () => {
  bringToLife();
  press('#other');
  expect(heard).toEqual(['other']);
});

test('a pressed link waits for all islands of a page that waits for a touch, a button for its own', () => {
  document.body.innerHTML =
    '<astro-island ssr client="touch"></astro-island><astro-island ssr client="touch"><button id="own"></button><a id="link" href="#entrar"></a></astro-island>';
  for (const id of ['own', 'link']) {
    document.getElementById(id)?.addEventListener('click', () => heard.push(id));
  }
  const [frame, form] = document.querySelectorAll('astro-island');
  press('#link');
  bringToLife(form);
  expect(heard).toEqual([]);
  press('#own');
  expect(heard).toEqual(['own']);
  press('#link');
  bringToLife(frame);
  expect(heard).toEqual(['own', 'link']);
});

test('a link of a framed page for signed-in users waits too, as it would open the site', () => {
  document.body.innerHTML =
    '<nav class="when-in"><a id="out" href="/sair"></a></nav><a id="text" href="/faq"></a><astro-island ssr client="touch"></astro-island>';
  for (const id of ['out', 'text']) {
    document.getElementById(id)?.addEventListener('click', (event) => {
      event.preventDefault();
      heard.push(id);
    });
  }
  press('#out');
  expect(heard).toEqual([]);
  press('#text');
  expect(heard).toEqual(['text']);
  bringToLife();
  expect(heard).toEqual(['text', 'out']);
});

test('a link that is pressed to open another tab does so at once, and a button still waits', () => {
  document.body.innerHTML =
    '<nav class="when-in"><a href="/sair"></a></nav><astro-island ssr client="touch"><button></button></astro-island>';
  const isHeld = (selector: string, key: 'ctrlKey' | 'metaKey' | 'shiftKey') => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true });
    return !document.querySelector(selector)?.dispatchEvent(click);
  };
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey'] as const) {
    expect([isHeld('.when-in a', key), isHeld('button', key)]).toEqual([false, true]);
  }
});

test('a press that is held is heard by the window, which loads islands at the first touch', () => {
  const touched = new Promise((resolve) =>
    window.addEventListener('click', resolve, { capture: true, once: true }),
  );
  press('#one');
  return expect(touched).resolves.toBeDefined();
});

test('a page that is drawn before its scripts come holds a press where it says so', () => {
  const later = page.replace('load', 'idle').replace('<astro', '<div data-hold></div><astro');
  expect(guardIslands(later)).toContain(script);
});

test('pages whose islands do not load at once hold no press, and pages without islands stay as they are', () => {
  const later = guardIslands(page.replace('load', 'idle'));
  expect(later.length).toBeLessThan(guardIslands(page).length);
  expect(later).not.toContain('click');
  expect(guardIslands('<script>boot</script>')).toBe('<script>boot</script>');
});

test('an island whose script did not arrive is tried again, after ever longer pauses', () => {
  vi.useFakeTimers();
  const start = vi.fn();
  const island = Object.assign(document.body.appendChild(document.createElement('div')), { start });
  for (const pauseMs of [250, 500, 750]) {
    start.mockClear();
    island.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true }));
    vi.advanceTimersByTime(pauseMs - 1);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledOnce();
  }
  vi.useRealTimers();
});

describe('the mark of the test mode', () => {
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

  test('is set in a frame whose address asks for it, which is then signed out', () => {
    openAt('?mode=test', { framed: true });
    expect({ ...dataset }).toEqual({ mode: 'test', session: 'out' });
  });

  test.each(['', '?utm_source=loja', '?mode=test&utm_source=loja'])(
    'is not set in a frame at %j, the real form',
    (search) => {
      openAt(search, { framed: true });
      expect({ ...dataset }).toEqual({});
    },
  );

  test('is not set by a link to the frame itself, so that nothing that is sent is lost', () => {
    openAt('?mode=test', { framed: false });
    expect({ ...dataset }).toEqual({});
  });
});

test('a page whose scripts a host no longer has is loaded anew once for each build in a tab, however many islands fail', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const [island] = document.querySelectorAll('astro-island');
  const fail = (script = '/_astro/a.js', renderer = '/_astro/client.1.js') => {
    island?.setAttribute('component-url', script);
    island?.setAttribute('renderer-url', renderer);
    island?.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true }));
  };
  for (let times = 0; times < 3; times += 1) fail();
  expect(reload, 'a connection may have been lost for a moment').not.toHaveBeenCalled();
  for (let times = 0; times < 30; times += 1) fail(`/_astro/${times % 3}.js`);
  expect(reload).toHaveBeenCalledOnce();
  for (let times = 0; times < 3; times += 1) {
    fail('/_astro/a.js', '/_astro/client.2.js');
    window.dispatchEvent(new Event('astro:hydration-error'));
  }
  expect(reload, 'once more for another build, and for dialogs').toHaveBeenCalledTimes(3);
  sessionStorage.clear();
  vi.useRealTimers();
});
