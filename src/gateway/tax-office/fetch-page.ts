import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';
import type { AccessKey } from '../../rules/receipts/access-key.ts';
import type { TaxOfficeSettings } from '../settings/settings.ts';
import type { Outcome } from './judge-page.ts';
import { mayFollow, offices, questionUrl } from './offices.ts';

type Failure = Extract<
  Outcome['kind'],
  'unavailable' | 'plain-only' | 'failed' | 'unreadable' | 'human-check'
>;

export type FetchedPage =
  | { kind: 'page'; bytes: Uint8Array; isEncrypted: boolean }
  | { kind: Failure };

const maxRedirects = 5;
/** Decompressed bytes; the longest receipts have less than half as many. */
const maxPageBytes = 2_000_000;
const connectTimeoutMs = 8_000;
const readableTypes = /^(?:text\/(?:html|xml|plain)|application\/(?:xhtml\+)?xml)\b/i;

const timeouts = { headersTimeout: 25_000, bodyTimeout: 25_000 };
const publicAgent = new Agent({
  ...timeouts,
  connect: { timeout: connectTimeoutMs, lookup: publicLookup(resolve) },
});
const standInAgent = new Agent({ ...timeouts, connect: { timeout: connectTimeoutMs } });

export interface PageQuestion {
  accessKey: AccessKey;
  parameters: string;
  hasDocument: boolean;
}

/** Follows redirects within the office's own hosts only; a stand-in gets `/{host}{path}`. */
export async function fetchOfficePage(
  settings: TaxOfficeSettings,
  question: PageQuestion,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const startUrl = questionUrl(question.accessKey, question.parameters);
  const secure = new URL(startUrl);
  secure.protocol = 'https:';
  const mayBePlain = settings.kind !== 'stand-in' && startUrl.protocol === 'http:';
  const { hasDocument } = question;
  for (const url of mayBePlain && !hasDocument ? [secure, startUrl] : [secure]) {
    try {
      return await askAt(settings, question, url, signal);
    } catch (error) {
      if (!isNetworkTrouble(error)) throw error;
      if (signal.aborted) return { kind: 'unavailable' };
    }
  }
  return { kind: mayBePlain && hasDocument ? 'plain-only' : 'unavailable' };
}

async function askAt(
  settings: TaxOfficeSettings,
  question: PageQuestion,
  url: URL,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const { key, state } = question.accessKey;
  const session = openSession(settings, question, signal);
  const first = await session.get(url);
  const { secondPath } = offices[state];
  if (!secondPath || first.kind !== 'page') return first;
  return session.get(new URL(secondPath(key), url));
}

/** Keeps each host's cookies for that host. After one page over plain http none counts as encrypted. */
function openSession(
  settings: TaxOfficeSettings,
  { accessKey: { state }, hasDocument }: PageQuestion,
  signal: AbortSignal,
): { get(url: URL): Promise<FetchedPage> } {
  const jar = new Map<string, Map<string, string>>();
  let isEncrypted = true;
  const standIn = settings.kind === 'stand-in' ? settings.url : null;

  async function request(url: URL): Promise<Response> {
    isEncrypted &&= url.protocol === 'https:';
    const cookies = Array.from(jar.get(url.hostname) ?? [], (pair) => pair.join('='));
    const address = standIn ? `${standIn}/${url.hostname}${url.pathname}${url.search}` : url;
    const response = await fetch(address, {
      dispatcher: standIn ? standInAgent : publicAgent,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'text/html,application/xhtml+xml,application/xml;q=0.9',
        'accept-language': 'pt-BR,pt;q=0.9',
        'user-agent': 'Mozilla/5.0 (compatible; promo-receipts/1.0)',
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(cookie) ?? [];
      const hostCookies = jar.get(url.hostname) ?? new Map<string, string>();
      if (name && hostCookies.size < 30)
        jar.set(url.hostname, hostCookies.set(name, value.slice(0, 4096)));
    }
    return response;
  }

  return {
    async get(start) {
      let url = start;
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const response = await request(url);
        const { status, headers } = response;
        if (status < 300 || status >= 400) return readAnswer(response, { isEncrypted });
        await response.body?.cancel();
        const next = targetOf(headers.get('location') ?? '', url, standIn);
        if (!next || !mayFollow(offices[state], url, next)) return { kind: 'unreadable' };
        if (hasDocument && next.protocol === 'http:') return { kind: 'plain-only' };
        url = next;
      }
      return { kind: 'unreadable' };
    },
  };
}

/** Where a redirect leads; a stand-in's own address has the real host first in its path. */
function targetOf(location: string, from: URL, standIn: string | null): URL | null {
  if (standIn && location.startsWith(`${standIn}/`)) {
    const real = `${from.protocol}//${location.slice(standIn.length + 1)}`;
    return URL.parse(real);
  }
  return URL.parse(location, from);
}

async function readAnswer(
  response: Response,
  { isEncrypted }: { isEncrypted: boolean },
): Promise<FetchedPage> {
  const { status, headers, body } = response;
  const type = headers.get('content-type') ?? 'text/html';
  const refusal = failureIn(status, type);
  if (refusal || !body) {
    await body?.cancel();
    return { kind: refusal ?? 'failed' };
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maxPageBytes) return { kind: 'unreadable' };
    pieces.push(piece);
  }
  if (size === 0) return { kind: 'failed' };
  return { kind: 'page', bytes: Buffer.concat(pieces), isEncrypted };
}

/** Statuses that speak of the server, not of the question: overloaded or down. */
const outages = [429, 502, 503, 504];

function failureIn(status: number, type: string): Failure | null {
  if (status === 401 || status === 403) return 'human-check';
  if (outages.includes(status)) return 'unavailable';
  if (status !== 200) return 'failed';
  return readableTypes.test(type.trim()) ? null : 'unreadable';
}

/** In fetch's errors a cause means the network; one without is a mistake of ours. */
function isNetworkTrouble(error: unknown): boolean {
  if (error instanceof TypeError) return error.cause instanceof Error;
  return error instanceof Error && /Abort|Timeout/.test(error.name);
}

/** Refuses addresses that are not public, so that no host name leads into our own network. */
export function publicLookup(resolveName: typeof resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      const isFit = first !== undefined && addresses.every(({ address }) => isPublic(address));
      if (error || !isFit) callback(error ?? new Error(`${hostname} is not public`), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
