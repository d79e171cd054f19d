import type { BotAction } from './client/bot-check.ts';
import { gatewayTime } from './client/clock.ts';
import { browserDevice, type Device } from './client/device.ts';
import { fetchUnlessEarly } from './client/early-answer.ts';
import type { Identity } from './client/identity.ts';
import { browserStore, type KeyValueStore } from './client/key-value-store.ts';
import { syncPhase } from './client/phase-mark.ts';
import type { RecordStore } from './client/record-store.ts';
import type { TrackedPerson } from './client/tracking.ts';
import type { Campaign, Product } from './contract/campaign.ts';
import type { Hotsite } from './contract/hotsite.ts';
import { type CampaignPhase, isInactive } from './rules/campaign-phase.ts';
import { parameter } from './rules/parameters.ts';

/** What a page knows at build time and hands to its islands: plain JSON. */
export interface SiteProps {
  campaign: Campaign;
  products: Product[];
  /** Origin of the gateway; empty means the page's own. */
  apiUrl: string;
  /** Key of the real identity service; without one the gateway is the identity service. */
  firebaseApiKey?: string | null;
  /** Key of the bot check; without one the token is the text `error`. */
  recaptchaSiteKey?: string | null;
  /** Postal-code service in front of the gateway's own; `{url}/{postcode}/json`. */
  postalUrl?: string | null;
  /** `closedText` takes the place of the closed dialog's default text (PHASE-13). */
  hotsite: Pick<Hotsite, 'login' | 'registration'> &
    Pick<Hotsite['pages'], 'closedText' | 'accelerator'>;
}

/** Everything a feature needs from where it runs; it never asks where that is. */
export interface Environment {
  readonly site: SiteProps;
  readonly fetch: typeof fetch;
  /** Outlives the tab. */
  readonly storage: KeyValueStore;
  /** Lives as long as the tab: what was typed and not yet sent. */
  readonly drafts: KeyValueStore;
  /** Loads the place for what is larger and outlives the tab. */
  records(): Promise<RecordStore>;
  /** Loads the identity service. Throws Failure when the campaign names no tenant (SESS-08). */
  identity(): Promise<Identity>;
  /** A token of the bot check, or the text `error` (CHECK-02); never throws. */
  botToken(action: BotAction): Promise<string>;
  /** Native share, clipboard, downloads. */
  readonly device: Device;
  /** Absolute address of the home page, for links that leave the site. */
  homeUrl(): string;
  /** What a link to a page of the campaign's site carries: absolute where the page is another's. */
  pageUrl(path: string): string;
  /** Unless a listener of the window's `promo:navigate` shows the path where the person is. */
  navigate(path: string, how?: 'replace'): void;
  /** One step back; to `/` when there is none. */
  back(): void;
  /**
   * Tells the trackers, if the visitor accepted them; never throws (TRACK-05).
   * @param person whose hashes the event carries, for lead and purchase (TRACK-02, TRACK-03).
   */
  track(event: string, person?: TrackedPerson): Promise<void>;
  /** Logs a failure that the person was told about. */
  report(failure: unknown): void;
  /** Where the campaign stands; the server decides, and a refusal may say that it has moved on. */
  phase(): CampaignPhase;
  /** Debug mode passes the locks of the phases (specification, section 6). */
  debug(): boolean;
  /** By the gateway's clock, as far as it is known; a device's own may be wrong. */
  now(): Date;
  /** An unguessable identifier, for idempotency keys and events. */
  newId(): string;
}

let current: Environment | undefined;

/** The host's environment. Throws when no host has set one, which is a bug. */
export function environment(): Environment {
  if (!current) throw new Error('No environment: the island did not call setEnvironment');
  return current;
}

/** Called once by the host: the site's islands, a widget, a test. */
export function setEnvironment(host: Environment): void {
  current = host;
}

/** Over, and no debug mode to pass the lock: sign-up and new receipt are closed (PHASE-10). */
export function isClosed(): boolean {
  const { phase, debug } = environment();
  return phase() === 'over' && !debug();
}

/** Not open yet, and no debug mode to pass the lock: pages say when the promotion starts. */
export function isNotOpenYet(): boolean {
  const { phase, debug } = environment();
  return isInactive(phase()) && !debug();
}

/** Every island of the site starts with this, on the server too; the first of a page decides. */
export function startSite(site: SiteProps): void {
  if (current) return;
  current = siteEnvironment(site);
  if (typeof window !== 'undefined') syncPhase(site.campaign, current.storage);
}

/** As the page stamp marks <html>. */
const markedPhases = ['not-started', 'open', 'over'] as const;

/** The environment of the campaign's own pages. */
export function siteEnvironment(site: SiteProps): Environment {
  const report = (failure: unknown) =>
    void window.dispatchEvent(new CustomEvent('promo:failure', { detail: failure }));
  const storage = browserStore(() => window.localStorage);
  return {
    site,
    fetch: fetchUnlessEarly,
    storage,
    drafts: browserStore(() => window.sessionStorage),
    records: loadedOnce(() =>
      import('./client/record-store.ts').then(({ deviceRecords }) => deviceRecords()),
    ),
    identity: loadedOnce(() =>
      import('./client/identity.ts').then(({ openIdentity }) =>
        openIdentity({
          tenantId: parameter(site.campaign, 'TENANT_ID'),
          apiKey: site.firebaseApiKey || null,
          origin: site.apiUrl || window.location.origin,
        }),
      ),
    ),
    async botToken(action) {
      const siteKey = site.recaptchaSiteKey;
      if (!siteKey) return 'error';
      try {
        return await (await import('./client/bot-check.ts')).botToken(siteKey, action);
      } catch (failure) {
        report(failure);
        return 'error';
      }
    },
    device: browserDevice,
    homeUrl: () => new URL('/', window.location.href).href,
    pageUrl: (path) => path,
    navigate(path, how) {
      const about = { bubbles: true, cancelable: true, detail: { path } };
      // From below the window: Chromium does not tell the phases of its own events apart.
      if (document.dispatchEvent(new CustomEvent('promo:navigate', about)))
        window.location[how ?? 'assign'](path);
    },
    back: () => (window.history.length > 1 ? window.history.back() : window.location.replace('/')),
    async track(event, person) {
      if (document.documentElement.dataset['consent'] !== 'accepted') return;
      await import('./client/tracking.ts').then(({ track }) => track(event, person)).catch(report);
    },
    report,
    phase: () =>
      markedPhases.find((phase) => phase === document.documentElement.dataset['phase']) ?? 'open',
    debug: () => document.documentElement.dataset['debug'] === 'on',
    now: () => gatewayTime(storage),
    newId,
  };
}

/** What did not arrive is asked for again at the next call. */
function loadedOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Promise<Part> | undefined;
  return () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
}

/** 128 random bits; crypto.randomUUID exists on secure origins only. */
export function newId(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(16).padStart(8, '0')).join('');
}
