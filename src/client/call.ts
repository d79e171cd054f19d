import { createFetch } from 'ofetch';
import { create, type Struct } from 'superstruct';
import { type BotAction, type Endpoint, pathOf } from '../contract/endpoint.ts';
import type { Result } from '../contract/errors.ts';
import { environment, type RecordStore } from '../environment.ts';
import { learnTime } from './clock.ts';
import { bearerFor, deleteCredentials, readCredentials } from './credentials.ts';
import { isFinal, NetworkError, parseError } from './result.ts';

export interface CallOptions<Body> {
  parameters?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: Body;
  headers?: Record<string, string>;
  /** One per action of the user; default: a new one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

const retryDelaysMs = [400, 1200];

/** If the gateway asks for a longer pause, there is no retry. */
const maxRetryMs = 10_000;

/**
 * Retries GET, and POST by its idempotency key, after a lost connection, a 502 or above, or the 409
 * of a first try that still runs. @throws NetworkError unless an answer below 500 keeps the contract
 */
export async function call<Body, Answer>(
  endpoint: Endpoint<Body, Answer>,
  { parameters, idempotencyKey, headers, ...options }: CallOptions<NoInfer<Body>> = {},
): Promise<Result<Answer>> {
  const { apiUrl, campaign } = environment().site;
  const url = apiUrl + pathOf(endpoint.path, { campaignId: campaign.id, ...parameters });
  const { botAction } = endpoint;
  const timeoutMs = options.timeoutMs ?? endpoint.timeoutMs ?? defaultTimeoutMs;
  const { signal, release } = timeoutAfter(timeoutMs, options.signal);
  const request: PreparedCall = {
    ...options,
    signal,
    method: endpoint.method,
    headers: { ...headers },
  };
  if (endpoint.method === 'POST') {
    request.headers['idempotency-key'] = idempotencyKey ?? environment().newId();
  }
  const delaysMs = endpoint.method === 'GET' || endpoint.method === 'POST' ? retryDelaysMs : [];
  try {
    for (const delayMs of delaysMs) {
      const result = await attempt(endpoint, url, request).catch(retryableOrThrow);
      const hasFailed = result instanceof NetworkError;
      if (!hasFailed && !isRunning(result)) return result;
      const askedMs = hasFailed ? result.retryAfterMs : 0;
      await pause(Math.max(delayMs, askedMs) * (1 + Math.random() / 2), signal);
      if (botAction) request.body = await withFreshToken(request.body, botAction);
    }
    return await attempt(endpoint, url, request);
  } finally {
    release();
  }
}

async function withFreshToken(body: unknown, action: BotAction): Promise<unknown> {
  return { ...Object(body), recaptchaToken: await environment().botToken(action) };
}

function isRunning(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === 'REQUEST_IN_PROGRESS';
}

function retryableOrThrow(failure: unknown): NetworkError {
  const isRetryable =
    failure instanceof NetworkError &&
    (failure.kind === 'offline' || failure.kind === 'unavailable');
  if (isRetryable && failure.retryAfterMs <= maxRetryMs) return failure;
  throw failure;
}

interface PreparedCall extends Pick<CallOptions<unknown>, 'query' | 'body'> {
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

async function attempt<Answer>(
  endpoint: { access: 'public' | 'consumer'; answer: Struct<Answer> },
  url: string,
  request: PreparedCall,
  mayRepeat = true,
): Promise<Result<Answer>> {
  const { access, answer } = endpoint;
  const bearer = await bearerFor(access);
  // An anonymous read has no id: on another origin this header alone would cost a preflight.
  const needsId = bearer || request.method !== 'GET';
  const { status, text, retryAfterMs } = await send(url, {
    ...request,
    headers: {
      ...request.headers,
      ...(needsId && { 'x-request-id': environment().newId() }),
      ...(bearer && { authorization: `Bearer ${bearer}`, 'accept-language': 'pt-BR' }),
    },
  });
  if (status < 400) return { ok: true, value: await parse(text, answer, status) };
  const refusal = parseError(status, text, retryAfterMs);
  // A 401 of a public call is about what it sends, such as a code, not about the session.
  if (status === 401 && bearer && access === 'consumer' && readCredentials()?.token === bearer) {
    // By the clock that this answer has put right, the token may have expired.
    if (mayRepeat && (await bearerFor(access)) !== bearer) {
      return attempt(endpoint, url, request, false);
    }
    deleteCredentials(bearer);
  }
  return { ok: false, error: refusal };
}

async function send(url: string, { body, query, method, headers, signal }: PreparedCall) {
  const fetchRaw = createFetch({ fetch: environment().fetch }).raw;
  try {
    const response = await fetchRaw(url, {
      method,
      headers,
      signal,
      ...(query && { query }),
      ...(body !== undefined && { body: jsonOf(body) }),
      responseType: 'text',
      retry: false,
      ignoreResponseError: true,
    });
    learnTime(response.headers, environment().storage);
    const seconds = Number(response.headers.get('retry-after')) || 0;
    return { status: response.status, text: response._data ?? '', retryAfterMs: seconds * 1000 };
  } catch (cause) {
    const ended = isTimeout(signal) ? 'timeout' : 'aborted';
    throw new NetworkError(signal.aborted ? ended : 'offline', { cause });
  }
}

/** Ignores a `toJSON` that a library of the embedder's page adds to arrays. */
function jsonOf(body: unknown): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key) {
    return this[key];
  });
}

async function parse<Answer>(
  text: string,
  answer: Struct<Answer>,
  status: number,
): Promise<Answer> {
  try {
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    return Array.isArray(value) ? await checkedList(value, answer) : create(value, answer);
  } catch (cause) {
    throw new NetworkError('contract', { status, cause });
  }
}

/** Items checked per task; with more, slow phones would stop reacting. */
const checkedAtOnce = 25;

async function checkedList<Answer>(list: unknown[], answer: Struct<Answer>): Promise<Answer> {
  if (list.length <= checkedAtOnce) return create(list, answer);
  const checked: unknown[] = [];
  for (let start = 0; start < list.length; start += checkedAtOnce) {
    const part = create(list.slice(start, start + checkedAtOnce), answer);
    if (Array.isArray(part)) checked.push(...part);
    await new Promise((nextTask) => setTimeout(nextTask));
  }
  return checked as Answer;
}

interface TextStore {
  get(): string | null;
  set(text: string): void;
  remove(): void;
}

/**
 * One idempotency key per input, until the gateway gives a final answer. With a draft as `store` the
 * key survives a reload. `prepare` makes the body, with a new bot token at each try.
 */
export function idempotent<Input, Body>(
  prepare: (input: Input) => Promise<Body> | Body,
  store: TextStore = memoryText(),
) {
  return async <Answer>(
    input: Input,
    send: (body: Body, idempotencyKey: string) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> => {
    const text = JSON.stringify(input);
    const stored = store.get() ?? '';
    const [storedKey = ''] = stored.split(' ', 1);
    const key = stored === `${storedKey} ${text}` ? storedKey : environment().newId();
    store.set(`${key} ${text}`);
    const result = await send(await prepare(input), key);
    if (result.ok || isFinal(result.error)) store.remove();
    return result;
  };
}

function memoryText(): TextStore {
  let stored: string | null = null;
  return {
    get: () => stored,
    set(text) {
      stored = text;
    },
    remove() {
      stored = null;
    },
  };
}

/** Longer than the gateway waits for its own services. */
export const defaultTimeoutMs = 30_000;

const timeoutName = 'TimeoutError';

interface Timeout {
  readonly signal: AbortSignal;
  release(): void;
}

export function timeoutAfter(milliseconds: number, caller?: AbortSignal): Timeout {
  const timeout = new AbortController();
  const stop = () => timeout.abort(caller?.reason);
  const timer = setTimeout(
    () => timeout.abort(new DOMException('Late', timeoutName)),
    milliseconds,
  );
  caller?.addEventListener('abort', stop);
  if (caller?.aborted) stop();
  return {
    signal: timeout.signal,
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', stop);
    },
  };
}

const recordsTimeoutMs = 5_000;

/** The device's records, whose calls fail when another tab holds up their database. */
export async function recordsInTime(): Promise<RecordStore> {
  const store = await environment().records();
  const inTime = <Result>(work: Promise<Result>): Promise<Result> => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new DOMException('Late', timeoutName)), recordsTimeoutMs),
    );
    return Promise.race([work, late]);
  };
  return {
    all: () => inTime(store.all()),
    put: (id, record) => inTime(store.put(id, record)),
    remove: (id) => inTime(store.remove(id)),
  };
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === timeoutName;
}

/** Ends early if the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
