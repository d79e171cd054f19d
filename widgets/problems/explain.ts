import { embeddersPath } from '../../src/paths.ts';
import { stuck } from '../../src/rules/messages/messages.ts';
import type { ProblemCode, ProblemModule, WidgetProblem } from '../host/report-problem.ts';
import {
  callsBlockedText,
  inputStoppedText,
  layerText,
  originMissing,
  siteText,
  unlistedText,
} from '../texts.ts';

type Sentence = (problem: WidgetProblem) => string;

/** What a sandbox lacks in which a form can be sent, but its page cannot be left. */
export const noWayOut = 'allow-top-navigation';

const sentences: Readonly<Record<ProblemCode, Sentence>> = {
  ORIGIN_MISSING: () => `${originMissing}.`,
  ATTRIBUTE_INVALID: ({ about }) => `o atributo ${about} não serve e foi ignorado.`,
  CAMPAIGN_MISSING: () => 'falta o atributo campaign com o número da campanha.',
  CAMPAIGN_UNKNOWN: ({ about, origin }) =>
    `${origin} não tem a campanha ${about}, por isso o widget não aparece.`,
  ELEMENT_NOT_FOUND: ({ about }) =>
    `o script está na página, mas ${about} não. Um div dentro de um shadow root não é encontrado: use o elemento. Se ele só chega mais tarde, está tudo certo.`,
  FRAME_NOT_READY: ({ origin }) => `o quadro de ${origin} não respondeu a esta página.`,
  FRAME_BLOCKED: ({ about, origin }) =>
    `a política desta página (${about}) não deixa abrir o quadro: inclua ${origin} em frame-src.`,
  ORIGIN_NOT_LISTED: ({ about }) =>
    `a origem ${about} não está na lista de quem pode mostrar os formulários desta promoção.`,
  PAGE_SANDBOXED: ({ about }) =>
    about === noWayOut
      ? stuck.sentence
      : 'esta página está num sandbox sem allow-same-origin, e por isso o formulário não funciona nela.',
  PAGE_NOT_POSSIBLE: ({ about }) =>
    `o formulário não pôde ser desenhado na página (${about}) e veio num quadro.`,
  SHOPS_NOT_FOUND: ({ about }) => `as lojas não puderam ser carregadas de ${about}.`,
  WIDGET_FAILED: ({ about }) => `o widget não pôde abrir: ${about}`,
};

/** A form that refuses the page throws an error without a message. */
const unexplained = String(new Error());

/** Of elements that fail alike, each gets its link, and one the sentence. */
const logged = new Set<string>();

type Cause = Pick<WidgetProblem, 'code' | 'about'>;

export const explain: ProblemModule['explain'] = async (problem) => {
  const cause = await causeOf(problem);
  if (!cause) return;
  const { host, origin } = problem;
  const sentence = sentences[cause.code]({ ...problem, ...cause });
  const line = `${nameOf(host)}: ${sentence} ${origin}/widgets#${cause.code}`;
  if (!logged.has(line)) console.warn(line);
  logged.add(line);
  if (cause.code === 'WIDGET_FAILED') showLink(host, origin);
};

/** For an element that shows nothing; with the oldest methods, since newer ones may have failed. */
function showLink(host: Element, origin: string): void {
  const root = host.shadowRoot ?? host;
  if (root.firstElementChild) return;
  const link = document.createElement('a');
  link.href = origin;
  link.target = '_blank';
  link.textContent = siteText;
  root.appendChild(link);
}

function nameOf(host: Element): string {
  const mark = host.getAttribute('data-promo-widget');
  if (mark) return `data-promo-widget="${mark}"`;
  return host === document.documentElement ? 'promo' : host.localName;
}

/** Null if another sentence already says it. */
async function causeOf(problem: WidgetProblem): Promise<Cause | null> {
  const { code, about, origin } = problem;
  switch (code) {
    case 'FRAME_NOT_READY':
      return silenceOf(problem);
    case 'FRAME_BLOCKED': {
      const rule = await blockingRule(about);
      return rule ? { code, about: rule } : null;
    }
    case 'CAMPAIGN_MISSING':
      // In a sandbox the form's frame is refused too, and that is reported instead.
      return window.origin === 'null' || campaignOf(problem) ? null : { code, about };
    case 'PAGE_NOT_POSSIBLE':
      return (await knowsCampaign(problem)) ? { code, about: await pageObstacle(problem) } : null;
    case 'SHOPS_NOT_FOUND':
      return (await knowsCampaign(problem))
        ? { code, about: origin }
        : { code: 'CAMPAIGN_UNKNOWN', about: campaignOf(problem) };
    default:
      return { code, about };
  }
}

/** Why a frame that has loaded does not answer; `about` is its address. */
async function silenceOf({ code, about, origin }: WidgetProblem): Promise<Cause> {
  if (window.origin === 'null') return { code: 'PAGE_SANDBOXED', about };
  const around = Array.from(window.location.ancestorOrigins ?? []);
  const unlisted = await unlistedOrigin(origin, [window.origin, ...around]);
  if (unlisted) return { code: 'ORIGIN_NOT_LISTED', about: unlisted };
  const rule = await blockingRule(about);
  return rule ? { code: 'FRAME_BLOCKED', about: rule } : { code, about };
}

/** Why a form cannot work in this page. Without its looks it can still be sent. */
export interface Obstacle {
  about: string;
  canBeSent: boolean;
}

export async function obstacleOf(form: HTMLElement, site: string): Promise<Obstacle | null> {
  if (getComputedStyle(form).display !== 'block') return { about: layerText, canBeSent: true };
  if (!hearsInput(form)) return { about: inputStoppedText, canBeSent: false };
  const api = form.dataset['api'] ?? site;
  if (await areCallsBlocked(api)) return { about: callsBlockedText(api), canBeSent: false };
  // Anyone may load the form, but the gateway takes what it sends only from listed pages.
  const unlisted = await unlistedOrigin(site, [window.origin]);
  return unlisted ? { about: unlistedText(unlisted), canBeSent: false } : null;
}

function hearsInput(form: HTMLElement): boolean {
  let isHeard = false;
  form.addEventListener('input', () => (isHeard = true), { once: true });
  form.dispatchEvent(new Event('input', { bubbles: true }));
  return isHeard;
}

async function pageObstacle({ host, about, origin }: WidgetProblem): Promise<string> {
  const changed = changedBuiltIn();
  if (changed) return changed;
  if (await areCallsBlocked(origin)) return callsBlockedText(origin);
  if (about !== unexplained) return about;
  if (host.getRootNode() !== document) return 'está num shadow root';
  if (host.closest('fieldset:disabled')) return 'está num fieldset disabled';
  const address = `${origin}/widgets/campaign-${campaignOf({ host })}/forms.json`;
  const data: unknown = await fetch(address, { credentials: 'omit' })
    .then((response) => response.json())
    .catch(() => undefined);
  if (data === undefined) return about;
  if (data === null) return 'a promoção usa outros serviços ou não recebe cadastros';
  if (Date.now() < Number(Object(data).starts)) return 'a promoção ainda não começou';
  if (Date.now() >= Number(Object(data).ends)) return 'a promoção terminou';
  const others = [...document.querySelectorAll('.promo-page')].map(
    ({ parentElement }) => parentElement,
  );
  const isTaken = others.some((other) => other && nameOf(other) === nameOf(host));
  return isTaken ? 'a página já tem este formulário, desta ou de outra promoção' : about;
}

/** What the page, or a library like Prototype.js, changes that a form in it relies on. */
export function changedBuiltIn(): string | null {
  for (const name in {}) return `Object.prototype tem ${name}`;
  const list = ['a'];
  const works = {
    'Array.from': String(Array.from(new Set(list))) === 'a',
    'Array.prototype.entries': String([...list.entries()]) === '0,a',
    'Object.entries': String(Object.entries({ a: 1 })) === 'a,1',
    fetch: 'fetch' in window,
  };
  for (const name in works) {
    if (!works[name as keyof typeof works]) return `a página troca ${name}`;
  }
  return null;
}

/** Also true if unknown, such as without a connection. */
async function knowsCampaign(problem: WidgetProblem): Promise<boolean> {
  const { origin } = problem;
  const campaign = campaignOf(problem);
  const address = `${origin}/widgets/campaign-${campaign}/where-to-buy.json`;
  const response = await fetch(address, { credentials: 'omit' }).catch(() => null);
  return response?.status !== 404;
}

function campaignOf({ host }: Pick<WidgetProblem, 'host'>): string {
  return host.getAttribute('campaign') ?? host.getAttribute('data-campaign') ?? '';
}

/** Within this time a browser reports that its page's policy blocked something. */
const probeMs = 1000;

/**
 * Asks the browser: a second, hidden frame is blocked by the same rule.
 * @returns the rule's name, such as `frame-src`; null where no policy blocks the address
 */
function blockingRule(address: string): Promise<string | null> {
  const probe = document.createElement('iframe');
  probe.style.setProperty('display', 'none', 'important');
  return ruleAgainst(/^(?:frame|child|default)-src$/, address, () => {
    probe.src = address;
    document.documentElement.append(probe);
    return new Promise(() => {});
  }).finally(() => probe.remove());
}

/** Whether the page's policy blocks calls to this origin: `connect-src`. */
async function areCallsBlocked(site: string): Promise<boolean> {
  const address = site + embeddersPath;
  const call = () => fetch(address, { method: 'HEAD', credentials: 'omit' });
  return (await ruleAgainst(/^connect-src$/, address, call)) !== null;
}

function ruleAgainst(
  rules: RegExp,
  address: string,
  act: () => Promise<unknown>,
): Promise<string | null> {
  const ended = new AbortController();
  return new Promise<string | null>((resolve) => {
    // Not on the document, whose methods forms of the page may hide by their names.
    window.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, disposition }) => {
        const isMeant = rules.test(effectiveDirective) && isOfOrigin(blockedURI, address);
        // A rule that only reports blocks nothing.
        if (isMeant && disposition !== 'report') resolve(effectiveDirective);
      },
      { signal: ended.signal },
    );
    act().then(
      () => resolve(null),
      () => {},
    );
    setTimeout(() => resolve(null), probeMs);
  }).finally(() => ended.abort());
}

function isOfOrigin(blocked: string, address: string): boolean {
  return blocked.startsWith(new URL(address).origin);
}

/** The first of these origins that the site does not list; null if the list does not load. */
async function unlistedOrigin(site: string, origins: readonly string[]): Promise<string | null> {
  const response = await fetch(site + embeddersPath, { credentials: 'omit' }).catch(() => null);
  const listed: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (!Array.isArray(listed)) return null;
  return origins.find((origin) => origin !== site && !listed.includes(origin)) ?? null;
}
