import type { Context, Hono } from 'hono';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError, isApiError } from './api-error.ts';
import { parseBody, readJson } from './body.ts';
import { errorResponse } from './error-response.ts';
import {
  findStoredResponse,
  type IdempotencyKey,
  readIdempotencyKey,
  type StoredResponse,
  withIdempotencyKey,
} from './idempotency.ts';
import { jsonResponse, publicResponse } from './json-response.ts';
import { limitAccount, limitAddress, limitFaulty, type RateLimit } from './rate-limit.ts';
import { findSignedIn, refuseOldSignIn, type SignedIn } from './session.ts';

export interface AppEnvironment {
  /** What the server knows of a request beside the request itself. */
  Bindings: { address: string };
  Variables: { requestId: string };
}
export type App = Hono<AppEnvironment>;

interface Anonymous {
  consumer: null;
  signedInAt: null;
}
const anonymous: Anonymous = { consumer: null, signedInAt: null };

type Caller<Who extends Access> = Who extends 'consumer' ? SignedIn : SignedIn | Anonymous;

/** One call, checked: who makes it, with which parsed body. */
export interface Call<Body, Answer, Who extends Access> {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly gateway: Gateway;
  readonly now: Date;
  readonly address: string;
  /** The signed-in consumer; null when a public call reads, or carries no valid token. */
  readonly consumer: Caller<Who>['consumer'];
  /** When the consumer typed the password that the token goes back to. */
  readonly signedInAt: Caller<Who>['signedInAt'];
  /**
   * Runs `work` in one transaction, once per Idempotency-Key, and keeps what it resolves to as the
   * answer of the call. A refusal rolls everything back and is not kept.
   */
  idempotent(work: (queries: Queries) => Promise<Answer | ApiError>): Promise<Answer | ApiError>;
}

export interface RouteOptions<Answer> {
  /** Status of a success; 200 unless something is created. */
  status?: 201;
  /** What a body brings; a form unless it says so. */
  carries?: 'file';
  /** Replaces the limits that every writing call has. */
  limit?: RateLimit;
  /** The handler counts the call itself, once it knows that the call can be carried out. */
  countsItself?: boolean;
  /** Seconds for which anyone may keep the answer; after that it is asked for by its ETag. */
  publicFor?: number;
  /** The answer is a file to keep, under this name. */
  fileName?: string;
  /** Counts what the call did, when it did it: not for refusals and replays. */
  count?: (answer: Answer) => void;
}

/** Serves one endpoint of the contract; what all calls share happens here. */
export function route<Body, Answer, Who extends Access>(
  app: App,
  gateway: Gateway,
  endpoint: Endpoint<Body, Answer, Who>,
  handler: (call: Call<Body, Answer, Who>) => Promise<Answer | ApiError>,
  options: RouteOptions<Answer> = {},
): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  const isSameForAll = endpoint.access === 'public' && endpoint.method === 'GET';

  app.on(endpoint.method, endpoint.path, async (context) => {
    const answered = await answerCall(context);
    if (isApiError(answered)) return errorResponse(await countFaulty(context, answered));
    const request = context.req.raw;
    const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
    if ('given' in answered && options.publicFor !== undefined) {
      const { given } = answered;
      return publicResponse(request, given, { seconds: options.publicFor, headers });
    }
    const { answer, status, replayed } =
      'given' in answered ? writtenNow(answered.given) : answered;
    if (replayed) {
      headers.set('Idempotency-Replayed', 'true');
      gateway.metrics.replays.inc();
    }
    if (options.fileName) {
      headers.set('Content-Disposition', `attachment; filename="${options.fileName}"`);
    }
    return jsonResponse(request, answer, { status, headers });
  });

  function writtenNow(given: object): StoredResponse {
    return { answer: JSON.stringify(given), status: options.status ?? 200, replayed: false };
  }

  async function limitHere(context: Context<AppEnvironment>): Promise<ApiError | null> {
    if (options.countsItself) return null;
    return limitAddress(gateway, name, context.env.address, options.limit);
  }

  async function countFaulty(
    context: Context<AppEnvironment>,
    refusal: ApiError,
  ): Promise<ApiError> {
    if (!options.countsItself || refusal.status !== 400) return refusal;
    return (await limitFaulty(gateway, name, context.env.address)) ?? refusal;
  }

  /** @returns what was kept under the call's key, else what the handler gives */
  async function answerCall(
    context: Context<AppEnvironment>,
  ): Promise<StoredResponse | { given: object } | ApiError> {
    const caller = await admit(context);
    if (isApiError(caller)) return caller;
    if (options.carries !== 'file') return answerFor(context, caller);
    // Nothing of the body is read before: it may be a file, which is held until the answer.
    const owner = ownerOf(caller.consumer, context.env.address);
    return gateway.uploads.run(owner, () => answerFor(context, caller));
  }

  async function answerFor(
    context: Context<AppEnvironment>,
    caller: Caller<Who>,
  ): Promise<StoredResponse | { given: object } | ApiError> {
    const { consumer } = caller;
    const now = gateway.now();
    const asked = await read(context, consumer, now);
    if (isApiError(asked)) return asked;
    if ('earlier' in asked) return asked.earlier;

    const request = context.req.raw;
    const { body, key } = asked;
    const status = options.status ?? 200;
    let kept: StoredResponse | null = null;
    const answer = await handler({
      request,
      parameters: context.req.param(),
      query: new URL(request.url).searchParams,
      body,
      gateway,
      now,
      address: context.env.address,
      ...caller,
      idempotent: async (work) => {
        const outcome = await withIdempotencyKey(gateway.database, { key, status, now }, work);
        if (isApiError(outcome)) return outcome;
        kept = outcome.answered;
        if (!kept.replayed) options.count?.(outcome.value);
        return outcome.value;
      },
    });
    // What refuses this call may be the success of its twin: the caller gets that answer then.
    if (isApiError(answer))
      return (key && (await findStoredResponse(gateway.database, key, now))) ?? answer;
    return kept ?? { given: answer ?? {} };
  }

  /** Who calls, if they may and have not called too often. */
  async function admit(context: Context<AppEnvironment>): Promise<Caller<Who> | ApiError> {
    const { campaignId } = context.req.param();
    if (campaignId !== undefined && campaignId !== String(gateway.campaign.campaign.id)) {
      return apiError('NOT_FOUND');
    }
    const tooManyHere = await limitHere(context);
    if (tooManyHere) return tooManyHere;
    const signedIn = isSameForAll ? null : await findSignedIn(gateway, context.req.raw);
    const caller = signedIn ?? anonymous;
    if (!mayCall(endpoint.access, caller)) return apiError('UNAUTHENTICATED');
    const { consumer } = caller;
    const tooMany = consumer && (await limitAccount(gateway, name, consumer.id, options.limit));
    if (tooMany) return tooMany;
    const { recentSignIn } = endpoint;
    const tooOld = recentSignIn && refuseOldSignIn(caller.signedInAt, gateway.now());
    return tooOld || caller;
  }

  /** What the call asks; or its answer, when it was answered before under its key. */
  async function read(
    context: Context<AppEnvironment>,
    consumer: SignedIn['consumer'] | null,
    now: Date,
  ): Promise<{ body: Body; key: IdempotencyKey | null } | { earlier: StoredResponse } | ApiError> {
    const request = context.req.raw;
    const json = await readJson(request, options.carries);
    if (isApiError(json)) return json;
    const body = parseBody(endpoint.body, json);
    if (isApiError(body)) return body;
    const key = readIdempotencyKey(request, ownerOf(consumer, context.env.address), body);
    if (isApiError(key)) return key;
    const earlier = key && (await findStoredResponse(gateway.database, key, now));
    if (isApiError(earlier)) return earlier;
    return earlier ? { earlier } : { body, key };
  }
}

function mayCall<Who extends Access>(
  access: Who,
  caller: SignedIn | Anonymous,
): caller is Caller<Who> {
  return access === 'public' || caller.consumer !== null;
}

/** Whose an idempotency key is. */
function ownerOf(consumer: SignedIn['consumer'] | null, address: string): string {
  return consumer ? `consumer:${consumer.id}` : `address:${address}`;
}
