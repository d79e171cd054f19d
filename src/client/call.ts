import { createFetch } from 'ofetch';
import { create, type Struct } from 'superstruct';
import { type Endpoint, pathOf } from '../contract/endpoint.ts';
import { environment } from '../environment.ts';
import { bearerFor, dropCredentials } from './credentials.ts';
import { Failure, type Outcome } from './outcome.ts';
import { refusalOf } from './refusal-of.ts';

export interface CallOptions<Body> {
  /** Values of the path's `:name` parts. */
  parameters?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: Body;
  headers?: Record<string, string>;
  /** One per act of the person: a POST repeated with it does nothing twice. Default: a new one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Waits between the tries of one call, in milliseconds; so many retries and no more. */
const backoff = [400, 1200];

/**
 * One call of the gateway (specification, section 7). Reads, and POSTs under one idempotency key,
 * are tried again after a lost connection, a 502 or 503, or a 409 whose twin is still running.
 * A 401 ends the session.
 * @returns the parsed answer, or the refusal (4xx).
 * @throws Failure for everything else.
 */
export async function call<Body, Answer>(
  endpoint: Endpoint<Body, Answer>,
  { parameters, idempotencyKey, headers, ...options }: CallOptions<NoInfer<Body>> = {},
): Promise<Outcome<Answer>> {
  const url = environment().site.apiUrl + pathOf(endpoint.path, parameters);
  const request = { ...options, method: endpoint.method, headers: { ...headers } };
  if (endpoint.method === 'POST') {
    request.headers['idempotency-key'] = idempotencyKey ?? environment().newId();
  }
  const waits = endpoint.method === 'GET' || endpoint.method === 'POST' ? backoff : [];
  for (const wait of waits) {
    const outcome = await attempt(endpoint, url, request).catch(unlessPassing);
    if (outcome && (outcome.ok || outcome.refusal.code !== 'REQUEST_IN_PROGRESS')) return outcome;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return attempt(endpoint, url, request);
}

/** A failure that may be gone at the next try becomes null. */
function unlessPassing(failure: unknown): null {
  const passing =
    failure instanceof Failure && (failure.kind === 'lost' || failure.kind === 'unavailable');
  if (passing) return null;
  throw failure;
}

type Request = Omit<CallOptions<unknown>, 'parameters' | 'idempotencyKey'> & {
  method: string;
  headers: Record<string, string>;
};

async function attempt<Answer>(
  { access, answer }: { access: 'public' | 'consumer'; answer: Struct<Answer> },
  url: string,
  request: Request,
): Promise<Outcome<Answer>> {
  const bearer = await bearerFor(access);
  // An anonymous read goes without: on another origin the header alone would cost a preflight.
  const isNamed = bearer || request.method !== 'GET';
  const { status, text } = await send(url, {
    ...request,
    headers: {
      ...request.headers,
      ...(isNamed && { 'x-request-id': environment().newId() }),
      ...(bearer && { authorization: `Bearer ${bearer}`, 'accept-language': 'pt-BR' }),
    },
  });
  if (status < 400) return { ok: true, answer: parse(text, answer, status) };
  const refusal = refusalOf(status, text);
  if (status === 401 && bearer) dropCredentials(bearer);
  return { ok: false, refusal };
}

async function send(url: string, { body, ...request }: Request) {
  const fetchRaw = createFetch({ fetch: environment().fetch }).raw;
  try {
    const response = await fetchRaw(url, {
      ...request,
      ...(body !== undefined && { body: body as Record<string, unknown> }),
      responseType: 'text',
      retry: false,
      ignoreResponseError: true,
    });
    return { status: response.status, text: response._data ?? '' };
  } catch (cause) {
    throw new Failure(request.signal?.aborted ? 'stopped' : 'lost', { cause });
  }
}

function parse<Answer>(text: string, answer: Struct<Answer>, status: number): Answer {
  try {
    return create(text === '' ? undefined : JSON.parse(text), answer);
  } catch (cause) {
    throw new Failure('unknown', { status, cause });
  }
}
