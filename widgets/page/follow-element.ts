import { type FormSettings, withEarlierVisit } from '../../src/contract/frame-protocol.ts';
import { prefill } from '../../src/features/frame/prefill.ts';
import { formEvent, leaveFrameEvent } from '../../src/page-events.ts';
import { signInPage, signUpPage } from '../../src/paths.ts';
import { ignoredAttribution } from '../../src/rules/campaign/attribution.ts';
import { stuck } from '../../src/rules/messages/messages.ts';
import { endBusy, restoreTypedOnReturn, sendSandboxedForms } from '../../src/ui/embedded-forms.ts';
import { onceSeen, watchProgress } from '../../src/ui/embedder-events.ts';
import {
  campaignOrigin,
  commonAttributes,
  readOptions,
  settingsOf,
} from '../host/attribute-reader.ts';
import { announce, nextTask } from '../host/define-widget.ts';
import type { ProblemCode, ProblemModule } from '../host/report-problem.ts';
import { noWayOut, type Obstacle, obstacleOf } from '../problems/explain.ts';
import { siteText, submitStoppedText, unsentText } from '../texts.ts';

const outcomes = [
  ['success', 'done'],
  ['error', 'failed'],
] as const;

/** Applies an element's settings to its form in the page, and reports the user's progress. */
export function follow(host: HTMLElement): void {
  const wrapper = host.querySelector<HTMLElement>('.promo-page');
  // This script may arrive twice for a form that was mounted again.
  if (!wrapper || wrapper.dataset.settings) return;
  const ended = new AbortController();
  const { signal } = ended;
  const submitStopped = { about: submitStoppedText, canBeSent: false };
  sendSandboxedForms(wrapper, signal, () => void moveToFrame(host, wrapper, submitStopped));
  restoreTypedOnReturn(wrapper, signal);
  announceProgress(host, signal);
  announceEnd(host, wrapper, signal);
  host.focus = () => wrapper.querySelector<HTMLElement>('input, select, button')?.focus();
  // From then on it is the element's own method again, which leads into a frame.
  signal.addEventListener('abort', () => Reflect.deleteProperty(host, 'focus'));
  const sheet = new CSSStyleSheet();
  const apply = settingsApplier(host, wrapper, sheet);
  apply();
  const restoreForm = formRestorer(host, wrapper, signal);
  const observer = new MutationObserver((changes) => {
    if (restoreForm(changes)) return apply();
    observer.disconnect();
    ended.abort();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
  observer.observe(host, { attributes: true, childList: true, subtree: true });
  ensureStyles(wrapper, sheet, signal);
  void moveToFrameIfBroken(host, wrapper);
}

function announceProgress(host: HTMLElement, signal: AbortSignal): void {
  onceSeen(host, signal, () => announce(host, 'seen', {}));
  watchProgress(host, signal, ({ isFirst, ...progress }) => {
    if (isFirst) announce(host, 'started', { form: progress.form });
    announce(host, 'step', progress);
  });
}

/** Announces how the form ended. Each microtask runs after all of the page's own listeners. */
function announceEnd(host: HTMLElement, wrapper: HTMLElement, signal: AbortSignal): void {
  host.addEventListener(
    leaveFrameEvent,
    (event) => queueMicrotask(() => event.defaultPrevented && endBusy(wrapper)),
    { signal },
  );
  for (const [type, outcome] of outcomes) {
    host.addEventListener(
      `promo:${type}`,
      (event) => {
        const { detail } = event as CustomEvent<{ form?: string; code?: string }>;
        const { form } = detail;
        if (form) queueMicrotask(() => announce(host, outcome, { form }));
        else if (detail.code === 'PAGE_SANDBOXED') showStuck(host, wrapper);
      },
      { signal },
    );
  }
}

function settingsApplier(
  host: HTMLElement,
  wrapper: HTMLElement,
  sheet: CSSStyleSheet,
): () => void {
  let lastSettings: FormSettings = {};
  let lastText = '';
  return () => {
    const settings = withEarlierVisit(settingsOf(host), lastSettings);
    const text = JSON.stringify(settings);
    if (text === lastText) return;
    lastSettings = settings;
    lastText = text;
    wrapper.dataset.settings = text;
    void applyAppearance(wrapper, sheet, settings, siteOf(host));
    prefill(host, settings);
  };
}

const maxReturnsPerSecond = 5;

/**
 * Libraries such as Turbo and htmx change a page into what its server sends, which has no form: it
 * returns as it was, until a success.
 * @returns a function that restores the form and returns whether it goes on
 */
function formRestorer(
  host: HTMLElement,
  wrapper: HTMLElement,
  signal: AbortSignal,
): (changes: MutationRecord[]) => boolean {
  let children = [...host.childNodes];
  let focused: HTMLElement | null = null;
  let returns: number[] = [];
  let isDone = false;
  const listen = (type: string, act: (event: Event) => void) =>
    host.addEventListener(type, act, { signal });
  listen(formEvent.success, () => {
    isDone = true;
  });
  // A page from the back/forward cache still has everything that was sent.
  const resetIfDone = ({ persisted }: PageTransitionEvent) => persisted && isDone && reset(host);
  window.addEventListener('pageshow', resetIfDone, { signal });
  listen('focusin', ({ target }) => {
    focused = target as HTMLElement;
  });
  const leaveField = () => {
    if (wrapper.isConnected && document.activeElement !== focused) focused = null;
  };
  listen('focusout', () => queueMicrotask(leaveField));

  return (changes) => {
    if (wrapper.parentNode === host) {
      children = [...host.childNodes];
      return true;
    }
    reinsertRemoved(wrapper, changes);
    const now = performance.now();
    returns = returns.filter((time) => now - time < 1000);
    const isUnmounted = !wrapper.hasChildNodes();
    if (isDone || isUnmounted || returns.length === maxReturnsPerSecond) return false;
    returns.push(now);
    host.replaceChildren(...children);
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
    return true;
  };
}

async function reset(host: HTMLElement & { reset?(): void }): Promise<void> {
  const promoWidget = host.dataset['promoWidget'];
  if (!promoWidget) return host.reset?.();
  delete host.dataset['promoWidget'];
  await nextTask();
  host.dataset['promoWidget'] = promoWidget;
}

/** morphdom dismantles what it has removed, wherever an element has an id. */
function reinsertRemoved(wrapper: HTMLElement, changes: readonly MutationRecord[]): void {
  const start = changes.findIndex(({ removedNodes }) => [...removedNodes].includes(wrapper));
  for (const { target, removedNodes, nextSibling } of changes.slice(start + 1).reverse()) {
    if (target.isConnected) continue;
    for (const node of removedNodes) target.insertBefore(node, nextSibling);
  }
}

/** Switches to the frame if the page's policy or styles break the form, unless it was begun. */
async function moveToFrameIfBroken(host: HTMLElement, wrapper: HTMLElement): Promise<void> {
  const obstacle = await obstacleOf(wrapper, siteOf(host));
  if (obstacle && wrapper.parentNode === host) await moveToFrame(host, wrapper, obstacle);
}

/** A form that a user has touched stays, with a message and a link below it. */
async function moveToFrame(
  host: HTMLElement,
  wrapper: HTMLElement,
  { about, canBeSent }: Obstacle,
): Promise<void> {
  // The message is already there: each press would repeat it.
  if (wrapper.nextSibling) return;
  tellDeveloper(host, 'PAGE_NOT_POSSIBLE', about);
  host.setAttribute(host.hasAttribute('isolation') ? 'isolation' : 'data-isolation', 'frame');
  await nextTask();
  if (canBeSent || wrapper.parentNode !== host) return;
  const isSignIn = host.matches('promo-login,[data-promo-widget=login]');
  const address = siteOf(host) + (isSignIn ? signInPage : signUpPage);
  showLink(host, wrapper, unsentText, { address, name: siteText });
}

/** The form was sent, but the page's sandbox lets its user neither leave nor open a tab. */
function showStuck(host: HTMLElement, wrapper: HTMLElement): void {
  endBusy(wrapper);
  if (wrapper.nextSibling) return;
  tellDeveloper(host, 'PAGE_SANDBOXED', noWayOut);
  const address = siteOf(host);
  showLink(host, wrapper, stuck.text, { address, name: address });
}

function tellDeveloper(host: HTMLElement, code: ProblemCode, about: string): void {
  import(/* @vite-ignore */ import.meta.url.replace(/[^/]*$/, 'problems.js'))
    .then(({ explain }: ProblemModule) => explain({ host, code, about, origin: siteOf(host) }))
    .catch(() => {});
}

function showLink(
  host: HTMLElement,
  wrapper: HTMLElement,
  text: string,
  { address, name }: { address: string; name: string },
): void {
  const note = wrapper.cloneNode() as HTMLElement;
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.textContent = name;
  note.role = 'alert';
  note.append(text, link);
  host.append(note);
}

function siteOf(host: Element): string {
  return campaignOrigin(readOptions(host, commonAttributes).origin, import.meta.url) ?? '';
}

/** A page that replaces its list of sheets removes the form's, which changes the form's size. */
function ensureStyles(wrapper: HTMLElement, look: CSSStyleSheet, signal: AbortSignal): void {
  const formSheets = document.adoptedStyleSheets.filter(({ cssRules }) =>
    Array.from(cssRules).some(
      (rule) => rule instanceof CSSLayerBlockRule && rule.name === 'promo.reset',
    ),
  );
  const restoreSheets = () => {
    const expectedSheets = wrapper.dataset['look'] ? [...formSheets, look] : formSheets;
    const { adoptedStyleSheets: sheets } = document;
    if (!signal.aborted) sheets.push(...expectedSheets.filter((sheet) => !sheets.includes(sheet)));
  };
  if (!globalThis.ResizeObserver) return;
  // Not at once: sizes that change while they are observed are an error in the page's console.
  const sizes = new ResizeObserver(() => requestAnimationFrame(restoreSheets));
  sizes.observe(wrapper);
  signal.addEventListener('abort', () => sizes.disconnect());
}

let lookCount = 0;

async function applyAppearance(
  wrapper: HTMLElement,
  sheet: CSSStyleSheet,
  settings: FormSettings,
  site: string,
): Promise<void> {
  const uncounted = ignoredAttribution(settings);
  const hasLook = /accent|radius|font|density|scheme|card/.test(Object.keys(settings).join());
  const isPlain = !hasLook && uncounted.length === 0;
  if (isPlain && !wrapper.dataset['look']) return;
  const { appearanceSheet, paletteOf, readAppearance, reportRefused } = await import(
    '../../src/features/frame/appearance.ts'
  );
  lookCount += 1;
  wrapper.dataset['look'] ??= String(lookCount);
  const root = `.promo-page[data-look="${wrapper.dataset['look']}"]`;
  // Emptied first, so that the campaign's own colours are read.
  sheet.replaceSync('');
  const { appearance, refused } = readAppearance(settings);
  const { css, refused: illegible } = appearanceSheet(appearance, paletteOf(wrapper), {
    root,
    within: `${root} `,
    layer: 'promo.form',
  });
  sheet.replaceSync(css);
  const { adoptedStyleSheets: sheets } = document;
  if (wrapper.isConnected && !sheets.includes(sheet)) sheets.push(sheet);
  reportRefused([...uncounted, ...refused, ...illegible], site);
}
