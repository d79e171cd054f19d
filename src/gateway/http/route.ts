import type { Context, Hono } from 'hono';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { addMs } from '../../rules/dates.ts';
import type { Transaction } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type UploadProgress, yieldBeforeFilePass } from '../services/queues.ts';
import type { Settings } from '../settings/settings.ts';
import { checkBodyLength, parseBody, readJson } from './body.ts';
import {
  findStoredResponse,
  type IdempotencyKey,
  idempotentFor,
  readIdempotencyKey,
  type StoredResponse,
} from './idempotency.ts';
import {
  limitAccount,
  limitAddress,
  limitMalformed,
  type RateLimit,
  writeLimit,
} from './rate-limit.ts';
import { errorResponse, jsonResponse, publicResponse } from './response.ts';
import {
  anonymous,
  type Caller,
  callerKey,
  checkSignInAge,
  findSignedIn,
  mayCall,
  recheckCaller,
  type SignedIn,
} from './session.ts';

export interface AppEnvironment {
  Bindings: { address: string };
  Variables: { requestId: string };
}
export type App = Hono<AppEnvironment>;

export interface RouteCall<Body, Answer, Who extends Access> {
  readonly request: Request;
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly arrivedAt: Date;
  /** When the whole body had arrived; a slow connection can delay that by minutes. */
  readonly now: Date;
  readonly address: string;
  /** Null for a public GET, and for a public call without a valid token. */
  readonly consumer: Caller<Who>['consumer'];
  readonly signedInAt: Caller<Who>['signedInAt'];
  /** Once per Idempotency-Key, in one transaction. A `Refusal` rolls back and is not stored. */
  idempotent(work: (queries: Transaction) => Promise<Answer | Refusal>): Promise<Answer | Refusal>;
}

interface RouteOptions<Answer> {
  status?: 201;
  bodyKind?: 'file';
  limit?: RateLimit;
  /** Routes with one name count their calls together. */
  countedAs?: string;
  /** The handler itself checks the rate limit, once it knows that the call is valid. */
  limitsInHandler?: boolean;
  /** After that, caches revalidate by the ETag. */
  cacheSeconds?: number;
  fileName?: string;
  /** Not called for a replay. */
  onFirstAnswer?: (answer: Answer) => void;
}

type Handler<Body, Answer, Who extends Access> = (
  call: RouteCall<Body, Answer, Who>,
) => Promise<Answer | Refusal>;

interface RouteDefinition<Body, Answer, Who extends Access> {
  readonly name: string;
  readonly gateway: Gateway;
  readonly endpoint: Endpoint<Body, Answer, Who>;
  readonly handler: Handler<Body, Answer, Who>;
  readonly options: RouteOptions<Answer>;
}

type AnyRoute = Pick<RouteDefinition<never, never, never>, 'name' | 'gateway'> & {
  readonly options: Omit<RouteOptions<never>, 'onFirstAnswer'>;
};

export function route<Body, Answer, Who extends Access>(
  app: App,
  gateway: Gateway,
  endpoint: Endpoint<Body, Answer, Who>,
  handler: Handler<Body, Answer, Who>,
  options: RouteOptions<Answer> = {},
): void {
  const name = options.countedAs ?? `${endpoint.method} ${endpoint.path}`;
  const definition = { name, gateway, endpoint, handler, options };
  app.on(endpoint.method, endpoint.path, async (context) => {
    const result = await answerCall(definition, context);
    return isRefusal(result)
      ? errorResponse(await countMalformed(definition, context, result))
      : respond(definition, context.req.raw, result);
  });
}

type RouteResult = StoredResponse | { value: object };

/**
 * In this order: length; campaign; the address's limit; who calls; the account's limit; age of the
 * sign-in; an upload's turn; body; stored answer; who calls, again after a slow body; handler; the
 * answer of a simultaneous call.
 */
async function answerCall<Body, Answer, Who extends Access>(
  definition: RouteDefinition<Body, Answer, Who>,
  context: Context<AppEnvironment>,
): Promise<RouteResult | Refusal> {
  // Before the database is asked, which costs more than refusing.
  const refusal = checkBodyLength(context.req.raw, definition.options.bodyKind);
  if (refusal) return refusal;
  const arrivedAt = arrivalTime(definition, context.req.raw);
  const caller = await findAllowedCaller(definition, context);
  if (isRefusal(caller)) return caller;
  const call = { ...caller, arrivedAt };
  if (definition.options.bodyKind !== 'file') return runHandler(definition, context, call);
  // Before the body is read: a file is held in memory until the answer.
  const owner = callerKey(caller.consumer, context.env.address);
  return definition.gateway.uploads.run(owner.key, (upload) =>
    runHandler(definition, context, call, upload),
  );
}

/** When the call came, though it may then wait for one of its account's uploads. */
function arrivalTime<Body, Answer, Who extends Access>(
  { gateway, endpoint }: RouteDefinition<Body, Answer, Who>,
  request: Request,
): Date {
  const collectionMs = collectedMs(request, gateway.settings, endpoint.timeoutMs ?? 0);
  return addMs(gateway.now(), -collectionMs);
}

/** How long a proxy collected the body, if it says so; 0 for calls without a timeout of their own, which are small. */
function collectedMs(
  request: Request,
  { trustsRequestTime }: Pick<Settings, 'trustsRequestTime'>,
  timeoutMs: number,
): number {
  const seconds = trustsRequestTime ? Number(request.headers.get('x-request-time')) : 0;
  return seconds > 0 ? Math.min(seconds * 1000, timeoutMs) : 0;
}

async function runHandler<Body, Answer, Who extends Access>(
  definition: RouteDefinition<Body, Answer, Who>,
  context: Context<AppEnvironment>,
  caller: Caller<Who> & { arrivedAt: Date },
  upload?: UploadProgress,
): Promise<RouteResult | Refusal> {
  const { gateway, handler, options } = definition;
  const { database } = gateway;
  const input = await readInput(definition, context, { consumer: caller.consumer, upload });
  if (isRefusal(input)) return input;
  const stillCaller = await recheckCaller(gateway, caller);
  if (!stillCaller || !mayCall(definition.endpoint.access, stillCaller))
    return refuse('UNAUTHENTICATED');
  if ('storedResponse' in input) return input.storedResponse;

  const request = context.req.raw;
  const now = gateway.now();
  const { body, key } = input;
  const status = options.status ?? 200;
  const once = idempotentFor(database, { key, status, now }, options.onFirstAnswer);
  const answer = await handler({
    request,
    parameters: context.req.param(),
    query: new URL(request.url).searchParams,
    body,
    now,
    address: context.env.address,
    arrivedAt: caller.arrivedAt,
    consumer: stillCaller.consumer,
    signedInAt: stillCaller.signedInAt,
    idempotent: once.idempotent,
  });
  // A simultaneous call with the same key may have succeeded: then its answer counts.
  if (isRefusal(answer)) return (key && (await findStoredResponse(database, key, now))) ?? answer;
  return once.stored() ?? { value: answer ?? {} };
}

function respond(
  { gateway, options }: AnyRoute,
  request: Request,
  result: RouteResult,
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (options.fileName) {
    headers.set('Content-Disposition', `attachment; filename="${options.fileName}"`);
  }
  if ('value' in result) {
    const { value } = result;
    const { status = 200, cacheSeconds: seconds } = options;
    return seconds === undefined
      ? jsonResponse(request, JSON.stringify(value), { status, headers })
      : publicResponse(request, value, { seconds, headers });
  }
  if (result.replayed) {
    headers.set('Idempotency-Replayed', 'true');
    gateway.metrics.replays.inc();
  }
  return jsonResponse(request, result.answer, { status: result.status, headers });
}

/** Handlers with `limitsInHandler` limit only valid calls: malformed ones are counted here. */
async function countMalformed(
  { name, gateway, options }: AnyRoute,
  context: Context<AppEnvironment>,
  refusal: Refusal,
): Promise<Refusal> {
  if (!options.limitsInHandler || refusal.status !== 400) return refusal;
  return (await limitMalformed(gateway, name, context.env.address)) ?? refusal;
}

/** Finds the caller. Refuses another campaign, too many calls, no session or an old sign-in. */
async function findAllowedCaller<Body, Answer, Who extends Access>(
  { name, gateway, endpoint, options }: RouteDefinition<Body, Answer, Who>,
  context: Context<AppEnvironment>,
): Promise<Caller<Who> | Refusal> {
  const parameters = context.req.param();
  if (!isOfThisCampaign(gateway, parameters) || hasNul(parameters)) return refuse('NOT_FOUND');
  const isRead = endpoint.method === 'GET';
  const { limit = isRead ? {} : writeLimit, limitsInHandler } = options;
  if (!limitsInHandler) {
    const refusal = await limitAddress(gateway, name, context.env.address, limit);
    if (refusal) return refusal;
  }
  const isSameForAll = endpoint.access === 'public' && isRead;
  const signedIn = isSameForAll ? null : await findSignedIn(gateway, context.req.raw);
  const caller = signedIn ?? anonymous;
  if (!mayCall(endpoint.access, caller)) return refuse('UNAUTHENTICATED');
  const { consumer } = caller;
  if (consumer) {
    const refusal = await limitAccount(gateway, name, consumer.id, limit);
    if (refusal) return refusal;
  }
  const tooOld = endpoint.recentSignIn ? checkSignInAge(caller.signedInAt, gateway.now()) : null;
  return tooOld ?? caller;
}

type PathParameters = Readonly<Record<string, string>>;

function isOfThisCampaign(gateway: Gateway, { campaignId }: PathParameters): boolean {
  return campaignId === undefined || campaignId === String(gateway.campaignId);
}

/** PostgreSQL takes no text with a NUL. */
function hasNul(parameters: PathParameters): boolean {
  return Object.values(parameters).some((value) => value.includes('\0'));
}

async function readInput<Body, Answer, Who extends Access>(
  { gateway, endpoint, options }: RouteDefinition<Body, Answer, Who>,
  context: Context<AppEnvironment>,
  {
    consumer,
    upload,
  }: { consumer: SignedIn['consumer'] | null; upload: UploadProgress | undefined },
): Promise<
  { body: Body; key: IdempotencyKey | null } | { storedResponse: StoredResponse } | Refusal
> {
  const request = context.req.raw;
  const json = await readJson(request, options.bodyKind, upload);
  if (isRefusal(json)) return json;
  const body = parseBody(endpoint.body, json.value);
  if (isRefusal(body)) return body;
  if (options.bodyKind === 'file') await yieldBeforeFilePass();
  const key = readIdempotencyKey(request, callerKey(consumer, context.env.address), body);
  if (isRefusal(key)) return key;
  const storedResponse = key && (await findStoredResponse(gateway.database, key, gateway.now()));
  if (isRefusal(storedResponse)) return storedResponse;
  return storedResponse ? { storedResponse } : { body, key };
}
