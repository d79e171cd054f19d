import { gatewayTime } from '../client/clock.ts';
import { browserStore, deviceRecords, isWritable, memoryStore } from '../client/storage.ts';
import {
  type Device,
  type Environment,
  hasEnvironment,
  type KeyValueStore,
  newId,
  type SiteProps,
  setEnvironment,
} from '../environment.ts';
import { clockEvent, failureEvent, navigateEvent } from '../page-events.ts';
import { homePath, isFramedPath } from '../paths.ts';
import { type CampaignCourse, campaignPhase } from '../rules/campaign/campaign-phase.ts';
import { parameter } from '../rules/campaign/parameters.ts';
import { clockKey } from '../storage-keys.ts';

/** Every island starts with this, also on the server; the first one on a page decides. */
export function startSite(site: SiteProps): void {
  if (hasEnvironment()) return;
  const host = siteEnvironment(site);
  setEnvironment(host);
  if (typeof window === 'undefined') return;
  // Only frames are marked so, by the script in their head.
  if (document.documentElement.dataset.mode === 'test') setEnvironment(inTestMode(host));
  syncPhase(site.campaign, host.storage);
}

const markedPhases = ['not-started', 'open', 'over'] as const;

export function siteEnvironment(site: SiteProps): Environment {
  const localStorage = () => window.localStorage;
  const storage = browserStore(localStorage);
  return {
    site,
    fetch: fetchOrTakeEarly,
    storage,
    drafts: browserStore(() => window.sessionStorage),
    records: loadedOnce(deviceRecords),
    keepsSession: () => isFramedPath(window.location.pathname) || isWritable(localStorage),
    identity: loadedOnce(() =>
      import('../client/identity.ts').then(({ openFirebase }) =>
        openFirebase({
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
        return await (await import('../client/bot-check.ts')).botToken(siteKey, action);
      } catch (failure) {
        report(failure);
        return 'error';
      }
    },
    device: browserDevice,
    homeUrl: () => new URL(homePath, window.location.href).href,
    pageUrl: (path) => path,
    navigate(path, how) {
      const about = { bubbles: true, cancelable: true, detail: { path } };
      // Dispatched on the document: Chromium mixes up the phases of the window's own events.
      if (document.dispatchEvent(new CustomEvent(navigateEvent, about)))
        window.location[how ?? 'assign'](path);
    },
    back: () =>
      window.history.length > 1 ? window.history.back() : window.location.replace(homePath),
    async track(event, person) {
      if (document.documentElement.dataset.consent !== 'accepted') return;
      const tracked = import('../client/track.ts')
        .then(({ track }) => track(event, person))
        .catch(report);
      // The next page is held up for no longer than this.
      await Promise.race([tracked, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    },
    report,
    phase: () =>
      markedPhases.find((phase) => phase === document.documentElement.dataset.phase) ?? 'open',
    debug: () => document.documentElement.dataset.debug === 'on',
    now: () => gatewayTime(storage),
    newId,
  };
}

/** Without the message, which may quote what was typed. */
function report(failure: unknown): void {
  const { name, kind, status, code } = Object(failure);
  const detail = { name, kind, status, code };
  console.error(failureEvent, detail);
  dispatchEvent(new CustomEvent(failureEvent, { detail }));
}

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

/** An embedder is trying out a framed form: nothing is sent or stored on the device. */
function inTestMode(host: Environment): Environment {
  const gateway = loadedOnce(() =>
    import('./test-mode-gateway.ts').then(({ testModeGateway }) =>
      testModeGateway(host.site.campaign.engines),
    ),
  );
  return {
    ...host,
    fetch: async (...request) => (await gateway()).fetch(...request),
    identity: async () => (await gateway()).identity,
    records: async () => (await gateway()).records,
    storage: memoryStore(),
    drafts: memoryStore(),
    botToken: async () => 'error',
    track: async () => {},
    report() {},
  };
}

const browserDevice: Device = {
  isMobile: () => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent),
  share: async (text, file) => navigator.share(file ? { text, files: [file] } : { text }),
  canShare: (file) => navigator.canShare?.({ files: [file] }) ?? false,
  copy: async (text) => navigator.clipboard.writeText(text),
  save(name, content) {
    const link = document.createElement('a');
    link.download = name;
    const type = content instanceof Blob ? content.type : 'application/json';
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.click();
    // Browsers read the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
};

/** Answers to calls that a script in the page's head made before any island was loaded. */
interface EarlyAnswers {
  /** The `authorization` of the call. */
  bearer: string;
  answers: Record<string, Promise<Response | null>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** Takes an early answer once, and only for the same user. */
export const fetchOrTakeEarly: typeof fetch = async (...request) => {
  const [address, { method, headers, signal } = {}] = request;
  const { bearer, answers = {} } = window.earlyAnswers ?? {};
  const early = answers[String(address)];
  if (method === 'GET' && early && new Headers(headers).get('authorization') === bearer) {
    signal?.throwIfAborted();
    delete answers[String(address)];
    const left = new Promise<null>((resolve) =>
      signal?.addEventListener('abort', () => resolve(null)),
    );
    const response = await Promise.race([early, left]);
    signal?.throwIfAborted();
    if (response?.ok) return response;
  }
  return window.fetch(...request);
};

/**
 * The script in the page's head marks <html> with the phase by the device's clock, at every click
 * and return too. This corrects it where that clock is wrong.
 */
function syncPhase(campaign: CampaignCourse, storage: KeyValueStore): void {
  const mark = () => {
    if (storage.get(clockKey) === null) return;
    const phase = campaignPhase(campaign, gatewayTime(storage));
    document.documentElement.dataset.phase = phase === 'not-published' ? 'not-started' : phase;
  };
  mark();
  for (const event of [clockEvent, 'click', 'visibilitychange']) {
    window.addEventListener(event, mark, true);
  }
}
