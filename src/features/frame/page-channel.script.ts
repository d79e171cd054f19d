import {
  type FormSettings,
  type FrameContent,
  type FrameMessage,
  isHello,
  type PageContent,
  readFormSettings,
  readPageMessage,
  withEarlierVisit,
} from '../../contract/frame-protocol.ts';
import {
  type formEvent,
  leaveFrameEvent,
  listeningEvent,
  settingsEvent,
} from '../../page-events.ts';
import { framedPages } from '../../paths.ts';
import { draftPrefix } from '../../storage-keys.ts';
import { watchProgress } from '../../ui/embedder-events.ts';

/** Reports only to the port that the hello of the page around the frame brings. */
function startPageChannel(): void {
  let disconnect = () => {};
  let newest: MessagePort | undefined;
  const handshake = async ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !port) return;
    if (!isHello(data)) return;
    newest = port;
    port.postMessage({ v: 1, id: data.id, type: 'loading' } satisfies FrameMessage);
    if (!(await mayFrame(origin)) || port !== newest) return;
    disconnect();
    disconnect = connect(port, data.id, readFormSettings(data.settings));
  };
  window.addEventListener('message', handshake);
  // Asks for a hello that came before this script, which `inline/before-hydration.ts` has queued.
  window.dispatchEvent(new Event(listeningEvent));
}

/** Repeated if the answer is lost: without it, sign-ups would not count for the page's partner. */
const retryDelaysMs = [1000, 4000];

async function mayFrame(origin: string): Promise<boolean> {
  for (const delay of [...retryDelaysMs, null]) {
    const response = await fetch(window.location.pathname, { method: 'HEAD' }).catch(() => null);
    if (response?.ok)
      return isListed(origin, response.headers.get('content-security-policy') ?? '');
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return false;
}

function isListed(origin: string, policy: string): boolean {
  const [, listed = ''] = /frame-ancestors ([^;,]*)/.exec(policy) ?? [];
  const ancestors = listed.split(' ');
  const isOwn = origin === window.location.origin && ancestors.includes("'self'");
  return isOwn || ancestors.includes(origin);
}

type Send = (message: FrameContent) => void;

/** Speaks through the port until another hello brings a newer one. @returns a function that ends that */
function connect(port: MessagePort, id: string, settings: FormSettings | null): () => void {
  const send: Send = (message) => port.postMessage({ v: 1, id, ...message });
  const ended = new AbortController();
  const { signal } = ended;
  reportForm(send, signal);
  const answerLeave = askBeforeLeaving(send, { mayAnswer: settings !== null, signal });
  port.onmessage = ({ data }) => handlePageMessage(readPageMessage(data), answerLeave);
  if (settings) storeSettings(settings);
  watchFocus(signal, (target) => send({ type: 'focus', ...visiblePartOf(target) }));
  send({ type: 'ready', campaign: Number(document.body.dataset['campaign']) || undefined });
  watchHeight(signal, (height) => send({ type: 'resize', height }));
  return () => {
    ended.abort();
    port.close();
  };
}

type FormEventName = (typeof formEvent)[keyof typeof formEvent];

/** What the form announces, and how the way that began with `seen` ends by it. */
const outcomes = [
  ['submit', null],
  ['success', 'done'],
  ['error', 'failed'],
] as const;

function reportForm(send: Send, signal: AbortSignal): void {
  for (const [type, outcome] of outcomes) {
    window.addEventListener(
      `promo:${type}` satisfies FormEventName,
      ({ detail: { form } }) => {
        send({ type, form });
        if (outcome) send({ type: outcome, form });
      },
      { signal },
    );
  }
  watchProgress(document, signal, ({ isFirst, ...progress }) => {
    if (isFirst) send({ type: 'started', form: progress.form });
    send({ type: 'step', ...progress });
  });
  onceFrameSeen(signal, () => send({ type: 'seen' }));
}

const steps = Array.from({ length: 101 }, (_, step) => step / 100);

/**
 * Browsers hide from a frame of another site where in the window it stands: it is seen once a third
 * of a screen of it shows, or all of a lower form.
 */
function onceFrameSeen(signal: AbortSignal, onSeen: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      const enough = Math.min(entry.boundingClientRect.height, screen.height / 3);
      if (entry.intersectionRect.height < enough) return;
      observer.disconnect();
      onSeen();
    },
    { threshold: steps },
  );
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** After this the user leaves without permission of the page around. */
const leaveTimeoutMs = 1000;

/** Tells the page around the frame where the user is about to be led. @returns a function that takes its answers, in order */
function askBeforeLeaving(
  send: Send,
  { mayAnswer, signal }: { mayAnswer: boolean; signal: AbortSignal },
): (isAllowed: boolean) => void {
  const questions: ((isAllowed: boolean) => void)[] = [];
  window.addEventListener(
    leaveFrameEvent,
    ({ detail }) => {
      send({ type: 'handoff', url: detail.url });
      if (!mayAnswer) return;
      detail.isAllowed = new Promise((resolve) => {
        questions.push(resolve);
        setTimeout(resolve, leaveTimeoutMs, true);
      });
    },
    { signal },
  );
  return (isAllowed) => questions.shift()?.(isAllowed);
}

function handlePageMessage(
  message: PageContent | null,
  answerLeave: (isAllowed: boolean) => void,
): void {
  switch (message?.type) {
    case 'settings':
      storeSettings(message.settings);
      break;
    case 'leave':
      answerLeave(message.isAllowed);
      break;
    case 'focus':
      focusFirst();
      break;
    case 'reset':
      clearForm();
      break;
    default:
      break;
  }
}

/** Passed on to the frame's island, which loads the code for settings only if there are any. */
function storeSettings(settings: FormSettings): void {
  const { dataset } = document.documentElement;
  const before = dataset.settings ?? '{}';
  const text = JSON.stringify(withEarlierVisit(settings, JSON.parse(before)));
  if (text === before) return;
  dataset.settings = text;
  window.dispatchEvent(new Event(settingsEvent));
  // Islands in a frame start at this event.
  window.dispatchEvent(new Event('input'));
}

/** Drafts whose forms stand in one page only. Dialogs, as the sign-up, open in every frame. */
const draftsOfOnePage = [
  ['atendimento', /^resposta/],
  ['notas', /^nova-nota/],
  ['resgatar', /^(?:resgate|entrega|chave-pix)/],
] as const;

/** All frames in a tab share one storage: each keeps only what is surely another's. */
function clearForm(): void {
  const { pathname } = window.location;
  const others = draftsOfOnePage.filter(([page]) => !pathname.startsWith(framedPages + page));
  try {
    for (const key of Object.keys(sessionStorage)) {
      const form = key.slice(draftPrefix.length);
      const isKept = others.some(([, drafts]) => drafts.test(form));
      if (key.startsWith(draftPrefix) && !isKept) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
  // After a reload, Firefox restores what the fields held.
  for (const form of document.forms) form.reset();
  window.location.reload();
}

/** A page that moves its frame reloads it, perhaps before the form has stored a draft. */
function storeEarlyTexts(): void {
  if (document.documentElement.dataset.mode === 'test') return;
  for (const form of document.querySelectorAll<HTMLFormElement>('[ssr] form[id]')) {
    const texts = [...new FormData(form)].filter(
      ([name, text]) => text && !form.querySelector(`[name="${name}"][type=password]`),
    );
    const draft = JSON.stringify(Object.fromEntries(texts));
    try {
      if (texts.length > 0) sessionStorage.setItem(draftPrefix + form.id, draft);
    } catch {
      // Browsers that store nothing for third-party frames keep no draft.
    }
  }
}

function focusFirst(): void {
  const all = document.querySelectorAll<HTMLElement>(
    'main :is(input, select, textarea, button, a[href])',
  );
  const firstVisible = [...all].find(({ offsetParent }) => offsetParent !== null);
  firstVisible?.focus();
  // Before a press WebKit gives a frame the keys, but none of its fields the focus.
  const followKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab' && document.activeElement === document.body) firstVisible?.focus();
  };
  document.addEventListener('keydown', followKey, { once: true });
}

/** Waits until a press that focuses has ended: scrolling would move what is being pressed. */
function watchFocus(signal: AbortSignal, onFocus: (target: EventTarget | null) => void): void {
  let isPressed = false;
  let focused: EventTarget | null = null;
  const release = () => {
    isPressed = false;
    if (focused) onFocus(focused);
    focused = null;
  };
  document.addEventListener('pointerdown', () => (isPressed = true), { capture: true, signal });
  for (const end of ['pointerup', 'pointercancel', 'keydown'])
    document.addEventListener(end, release, { capture: true, signal });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (isPressed) focused = target;
      else onFocus(target);
    },
    { signal },
  );
}

/** Pixels kept in view around the focused element: its ring, and a part of what stands above it. */
const focusMargin = 24;

function visiblePartOf(target: EventTarget | null): { top: number; bottom: number } {
  if (!(target instanceof Element)) return { top: 0, bottom: 0 };
  const { top, bottom } = target.getBoundingClientRect();
  return {
    top: Math.max(0, Math.round(top) - focusMargin),
    bottom: Math.max(0, Math.round(bottom) + focusMargin),
  };
}

const dialogMargin = 16;

/**
 * Reports the content's height in pixels at each change, dialogs included.
 * A dialog laid out by the height of its window, the frame, would grow and shrink with it forever:
 * once the height has shrunk and grown again, that greater height stays `least` until dialogs change.
 */
function watchHeight(signal: AbortSignal, onHeight: (height: number) => void): void {
  let last = 0;
  let least = 0;
  let hasShrunk = false;
  const report = () => {
    const height = neededHeight();
    if (height < last) hasShrunk = true;
    else if (height > last && hasShrunk && openDialogs().length > 0) least = height;
    last = Math.max(height, least);
    onHeight(last);
  };
  const sizes = new ResizeObserver(report);
  const observe = () => {
    least = 0;
    hasShrunk = false;
    sizes.disconnect();
    for (const element of [document.body, ...openDialogs()]) sizes.observe(element);
  };
  const dialogs = new MutationObserver(observe);
  dialogs.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  // Dialogs move with the part that is seen, which changes no size.
  const seen = new MutationObserver(() => openDialogs().length > 0 && observe());
  seen.observe(document.documentElement, { attributeFilter: ['style'] });
  observe();
  signal.addEventListener('abort', () => {
    for (const observer of [sizes, dialogs, seen]) observer.disconnect();
  });
}

function neededHeight(): number {
  const bottoms = openDialogs().map((dialog) => bottomOf(dialog) + dialogMargin);
  return Math.ceil(Math.max(bottomOf(document.body), ...bottoms));
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom + window.scrollY;
}

function openDialogs(): Element[] {
  return [...document.querySelectorAll('dialog[open]')];
}

/** Keeps `--seen` where dialogs open: the frame is often taller than the window. */
function watchSeenPart(): void {
  const { style } = document.documentElement;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) style.setProperty('--seen', `${entry.intersectionRect.top}px`);
    },
    { threshold: steps },
  );
  observer.observe(document.body);
}

startPageChannel();
window.addEventListener('pagehide', storeEarlyTexts);
watchSeenPart();
