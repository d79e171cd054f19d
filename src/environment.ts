import type { Campaign, Product } from './contract/campaign.ts';
import type { BotAction } from './contract/endpoint.ts';
import type { Result } from './contract/errors.ts';
import type { FormSettings } from './contract/frame-protocol.ts';
import type { Hotsite } from './contract/hotsite.ts';
import {
  type CampaignCourse,
  type CampaignPhase,
  isInactive,
} from './rules/campaign/campaign-phase.ts';

/** Data from the build that a page hands to its islands: plain JSON. */
export interface SiteProps {
  /** Prizes only if the campaign closed because none are left. */
  campaign: Campaign & Pick<CampaignCourse, 'prizes'>;
  /** The two placeholder products of a receipt's lines; empty on the home page. */
  products: Pick<Product, 'bonusGenerator' | 'id'>[];
  /** Empty: the page's own origin. */
  apiUrl: string;
  /** Key of the real identity service; without it the gateway itself is the service. */
  firebaseApiKey?: string | null;
  /** Without it the bot check's token is the text `error`. */
  recaptchaSiteKey?: string | null;
  /** `{url}/{postcode}/json`, asked before the gateway's own. */
  postalUrl?: string | null;
  /** The names of the campaign's shops within a sentence, by the root of their CNPJ. */
  shops?: Readonly<Record<string, string>>;
  /** Addresses of prizes' pictures by the paths in the gateway's lists; on pages that show these. */
  pictures?: Readonly<Record<string, string>>;
  hotsite: Pick<Hotsite, 'login' | 'registration'> &
    Pick<Hotsite['pages'], 'closedText' | 'accelerator'> &
    Partial<Pick<Hotsite, 'engineTexts'>>;
}

/** Of pages that show prizes to redeem: `pointsProps` makes it, and `receiptProps` the next one. */
export type PointsSite = SiteProps & Required<Pick<SiteProps, 'pictures'>>;

export type ReceiptSite = PointsSite &
  Required<Pick<SiteProps, 'shops'>> & { hotsite: Pick<Hotsite, 'engineTexts'> };

export interface Environment {
  readonly site: SiteProps;
  /** Only where the form stands in an embedder's page: what that page set for it. */
  readonly guestSettings?: () => FormSettings;
  readonly fetch: typeof fetch;
  /** Outlives the tab. */
  readonly storage: KeyValueStore;
  /** Lasts as long as the tab: text that was typed but not sent. */
  readonly drafts: KeyValueStore;
  records(): Promise<RecordStore>;
  /** False if the browser stores nothing and no code would carry the session to the next page. */
  keepsSession(): boolean;
  /** @throws NetworkError when the campaign names no tenant */
  identity(): Promise<IdentityProvider>;
  /** The text `error` if there is none; never throws. */
  botToken(action: BotAction): Promise<string>;
  readonly device: Device;
  homeUrl(): string;
  /** The address of a page of the campaign's site; absolute on embedders' pages. */
  pageUrl(path: string): string;
  /** Unless a listener takes the path, as `features/frame/navigation.ts` does in a frame. */
  navigate(path: string, how?: 'replace'): void;
  /** Goes to `/` when there is no page to go back to. */
  back(): void;
  /** Does nothing without consent; never throws. Lead and purchase carry the hashes of `person`. */
  track(event: string, person?: TrackedPerson): Promise<void>;
  report(failure: unknown): void;
  /** The gateway decides the phase; a refusal may say that it has changed. */
  phase(): CampaignPhase;
  /** Shows what is not open yet, or already closed. */
  debug(): boolean;
  now(): Date;
  newId(): string;
}

let current: Environment | undefined;

/** Without a host this throws, which is a bug. */
export function environment(): Environment {
  if (!current) throw new Error('setEnvironment was not called');
  return current;
}

export function hasEnvironment(): boolean {
  return current !== undefined;
}

export function setEnvironment(host: Environment): void {
  current = host;
}

export function isClosed(): boolean {
  const { phase, debug } = environment();
  return phase() === 'over' && !debug();
}

/** Before the start, or before the promotion is published. */
export function isBeforeOpening(): boolean {
  const { phase, debug } = environment();
  return isInactive(phase()) && !debug();
}

/** 128 random bits; crypto.randomUUID exists on secure origins only. */
export function newId(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(16).padStart(8, '0')).join('');
}

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(prefix: string): void;
}

/** Larger records by id. All methods throw if the browser stores nothing. */
export interface RecordStore {
  all(): Promise<unknown[]>;
  put(id: string, record: unknown): Promise<void>;
  remove(id: string): Promise<void>;
}

/** `expiresAt` in milliseconds since 1970. */
export interface BearerToken {
  token: string;
  expiresAt: number;
}

/** The external identity service, for the campaign's tenant. */
export interface IdentityProvider {
  /** Refusals carry the service's code, `auth/…`; throws NetworkError. */
  signIn(email: string, password: string): Promise<Result<BearerToken>>;
  /** Signs in by a token of the gateway, and returns the account. */
  signInWithToken(token: string): Promise<Result<BearerToken & { email: string }>>;
  /** Null when the service has no session. */
  refresh(): Promise<BearerToken | null>;
  confirmReset(code: string, password: string): Promise<Result<null>>;
  /** Signs out on the device first. @throws NetworkError when the service was not reached */
  signOut(): Promise<void>;
}

export interface Device {
  isMobile(): boolean;
  /** @throws AbortError when the user closes it, or without native sharing */
  share(text: string, file?: File): Promise<void>;
  canShare(file: File): boolean;
  /** @throws Error when pages may not use the clipboard */
  copy(text: string): Promise<void>;
  save(name: string, content: string | Blob): void;
}

/** Only hashes of it leave the page. */
export interface TrackedPerson {
  email: string;
  phone: string;
}
