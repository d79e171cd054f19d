import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Poll } from '../../src/contract/polls.ts';
import { type Environment, type SiteProps, setEnvironment } from '../../src/environment.ts';
import { guestEnvironment } from '../../src/hosts/guest-environment.ts';
import { formEvent } from '../../src/page-events.ts';
import { announce, type Handle } from '../host/define-widget.ts';
import type { PageMount } from '../host/page-or-frame.ts';
import { changedBuiltIn } from '../problems/explain.ts';
import css from './page.css?inline';

/**
 * What was typed survives when the page removes the form and adds it again, as React does with
 * a server's HTML that it finds changed.
 */
let drafts: Environment['drafts'] | null = null;

/** True while the page has a form: a second one would share its ids, events and attribution. */
let isTaken = false;

/**
 * Draws a form in the page, instead of the element's children, once the campaign's data are there.
 * @param next where the user goes after a success; null if the form itself navigates
 */
export async function pageForm(
  { host, origin, campaign, environment }: PageMount,
  view: (data: PageData) => ReactNode,
  next: string | null = null,
): Promise<Handle> {
  const data = await pageData(origin, campaign);
  // An empty message tells problems/explain.ts that the form refused the page.
  if (!isPossible(host, data)) throw new Error();
  const guest = guestEnvironment(data.site, origin, (address, path) => {
    const { pathname } = new URL(path, origin);
    // Navigates the whole tab, even from a frame, since the site refuses to be framed.
    // A page that took the form away meanwhile has moved on.
    if (host.isConnected && announce(host, 'handoff', { url: origin + pathname })) {
      try {
        // Not with window.open, which pop-up blockers replace.
        (top as Window).location = address.href;
      } catch {
        if (!window.open(address)) announce(host, 'error', { code: 'PAGE_SANDBOXED' });
      }
    }
  });
  drafts ??= guest.drafts;
  const wrapper = document.createElement('promo-page');
  // Not of any other element: a page may use an attribute of this name for itself.
  const guestSettings = () => JSON.parse(wrapper.dataset.settings ?? '{}');
  setEnvironment({ ...guest, drafts, ...environment, guestSettings });
  const unmountStyles = mountStyles(data.theme);
  isTaken = true;
  const children = [...host.childNodes];
  wrapper.className = 'promo-page';
  wrapper.lang = 'pt-BR';
  wrapper.dir = 'ltr';
  wrapper.dataset['api'] = guest.site.apiUrl;
  const ended = new AbortController();
  const signal = ended.signal;
  wrapper.addEventListener('click', (event) => followLink(event, origin, guest.navigate), {
    signal,
  });
  let isTouched = false;
  wrapper.addEventListener('focusin', () => (isTouched = true), { signal });
  forwardFormEvents(host, signal);
  if (next) host.addEventListener(formEvent.success, () => guest.navigate(next), { signal });
  host.replaceChildren(wrapper);
  const root = createRoot(wrapper);
  root.render(view(data));
  announce(host, 'ready', {});
  return {
    isTouched: () => isTouched,
    unmount() {
      isTaken = false;
      // An element that is still in the page was only reset.
      if (host.isConnected) drafts = null;
      root.unmount();
      ended.abort();
      host.replaceChildren(...children);
      unmountStyles();
    },
  };
}

/**
 * A frame has its own document and names, and says when the promotion is to come or over.
 * `../problems/explain.ts` tells the page's developer which of these it was.
 */
function isPossible(host: HTMLElement, { starts, ends }: PageData): boolean {
  return (
    !isTaken &&
    !changedBuiltIn() &&
    host.getRootNode() === document &&
    !host.closest('fieldset:disabled') &&
    starts < Date.now() &&
    Date.now() < ends
  );
}

function followLink(event: MouseEvent, origin: string, leave: (path: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented);
  if (!isPlain || !href.startsWith(`${origin}/`) || link?.target) return;
  event.preventDefault();
  leave(href.slice(origin.length));
}

/** Forms send events to the document; the page listens at the widget's element. */
function forwardFormEvents(host: HTMLElement, signal: AbortSignal): void {
  const ownForms = new Set<string>();
  const formEvents = Object.keys(formEvent) as (keyof typeof formEvent)[];
  for (const type of formEvents) {
    window.addEventListener(
      formEvent[type],
      (event) => {
        const { form } = event.detail;
        // A success may have removed the form itself.
        if (host.querySelector(`form[id="${CSS.escape(form)}"]`)) ownForms.add(form);
        if (event.target !== document || !ownForms.has(form)) return;
        event.stopImmediatePropagation();
        announce(host, type, { form });
      },
      { capture: true, signal },
    );
  }
}

export interface PageData {
  readonly campaign: number;
  /** Milliseconds since 1970. */
  readonly starts: number;
  readonly ends: number;
  readonly theme: string;
  readonly site: SiteProps;
  readonly poll: Poll | null;
}

/** JSON: data of the campaign in the evergreen script; null in a version, which never changes. */
declare const CAMPAIGN_DATA: string;

const builtIn: PageData | null = JSON.parse(CAMPAIGN_DATA);

async function pageData(origin: string, campaign: number): Promise<PageData> {
  const isOfSite = import.meta.url.startsWith(`${origin}/`);
  if (isOfSite && builtIn?.campaign === campaign) return builtIn;
  const response = await fetch(`${origin}/widgets/campaign-${campaign}/forms.json`, {
    credentials: 'omit',
  });
  const answer: PageData | null = await response.json();
  if (!answer?.site) throw new Error();
  return answer;
}

/**
 * The form's styles are on the document while it is mounted, and apply only inside our wrapper.
 * @returns a function that takes them off
 */
function mountStyles(theme: string): () => void {
  const sheet = new CSSStyleSheet();
  const names = (css + theme).match(/--promo-[\w-]+/g) ?? [];
  // Inherited values are the page's own; any rule of the page for the element itself wins.
  const own = `:has(>.promo-page){${names.join(':initial;')}:initial}`;
  sheet.replaceSync(`${css}@layer promo.form{${theme}${own}}`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
