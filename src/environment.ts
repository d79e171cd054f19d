import type { Campaign, Product } from './contract/campaign.ts';
import type { BotAction } from './contract/endpoint.ts';
import type { Result } from './contract/errors.ts';
import type { Hotsite } from './contract/hotsite.ts';
import { type CampaignPhase, isInactive } from './rules/campaign-phase.ts';

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
  /** `closedText` takes the place of the closed dialog's default text. */
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
  /** Loads the identity service. Throws NetworkError when the campaign names no tenant. */
  identity(): Promise<IdentityService>;
  /** A token of the bot check, or the text `error`; never throws. */
  botToken(action: BotAction): Promise<string>;
  /** Native share, clipboard, downloads. */
  readonly device: Device;
  /** Absolute address of the home page, for links that leave the site. */
  homeUrl(): string;
  /** What a link to a page of the campaign's site carries: absolute where the page is another's. */
  pageUrl(path: string): string;
  /** Goes to a path of the site, unless a listener of the window shows it in place. */
  navigate(path: string, how?: 'replace'): void;
  /** One step back; to `/` when there is none. */
  back(): void;
  /**
   * Tells the trackers, if the visitor accepted them; never throws.
   * @param person whose hashes the event carries, for lead and purchase.
   */
  track(event: string, person?: TrackedPerson): Promise<void>;
  /** Logs a failure that the user has been shown. */
  report(failure: unknown): void;
  /** Where the campaign stands; the server decides, and a refusal may say that it has moved on. */
  phase(): CampaignPhase;
  /** Debug mode shows what is not open yet or closed already. */
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

/** Whether a host has set one: the first island of a page does, the others use it. */
export function hasEnvironment(): boolean {
  return current !== undefined;
}

/** Called once by the host: the site's islands, a widget, a test. */
export function setEnvironment(host: Environment): void {
  current = host;
}

/** Over, and no debug mode to pass the lock: sign-up and new receipt are closed. */
export function isClosed(): boolean {
  const { phase, debug } = environment();
  return phase() === 'over' && !debug();
}

/** Not open yet, and no debug mode to pass the lock: pages say when the promotion starts. */
export function isNotOpenYet(): boolean {
  const { phase, debug } = environment();
  return isInactive(phase()) && !debug();
}

/** 128 random bits; crypto.randomUUID exists on secure origins only. */
export function newId(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(16).padStart(8, '0')).join('');
}

/** Texts by name. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Removes every key that starts with this. */
  clear(prefix: string): void;
}

/** Larger things by id, files among them. Everything throws where the browser keeps nothing. */
export interface RecordStore {
  all(): Promise<unknown[]>;
  /** Throws when there is no room for it. */
  put(id: string, record: unknown): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A bearer token and when it ends, in milliseconds since 1970. */
export interface BearerToken {
  token: string;
  expiresAt: number;
}

/** The external identity service, scoped by the campaign's tenant. */
export interface IdentityService {
  /** Refusals carry the service's code, `auth/…`. Throws NetworkError when the connection is lost. */
  signIn(email: string, password: string): Promise<Result<BearerToken>>;
  /** The same by a token of the gateway's; who it is, too. */
  signInWithToken(token: string): Promise<Result<BearerToken & { email: string }>>;
  /** A fresh token for the signed-in user; null when the service has no session. */
  refresh(): Promise<BearerToken | null>;
  /** Sets a new password by the code of the reset mail. */
  confirmReset(code: string, password: string): Promise<Result<null>>;
  /** On the device first, then at the service; throws NetworkError when that was not reached. */
  signOut(): Promise<void>;
}

/** What a person's device does beside showing pages. */
export interface Device {
  /** A phone or a tablet, by its user agent. */
  isMobile(): boolean;
  /** Opens the native share. Throws where there is none, and AbortError when the person closes it. */
  share(text: string): Promise<void>;
  /** Throws where the clipboard is closed to pages. */
  copy(text: string): Promise<void>;
  /** Hands the person a file. */
  save(name: string, text: string): void;
}

/** Whose hashes an event carries; in the clear they never leave the page. */
export interface TrackedPerson {
  email: string;
  phone: string;
}
