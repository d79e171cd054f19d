import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CampaignWindow } from '../../src/campaign/19/calendar.ts';
import type { CampaignVariant } from '../../src/campaign/19/forms.ts';
import type { Campaign } from '../../src/contract/campaign.ts';
import {
  type Consumer,
  createConsumerEndpoint,
  getMeEndpoint,
  type SignUpBody,
} from '../../src/contract/consumer.ts';
import { type Access, type AnswerOf, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { ErrorAnswer } from '../../src/contract/errors.ts';
import { createReceiptEndpoint, type ReceiptBody } from '../../src/contract/receipts.ts';
import type { CommandResult } from '../../src/gateway/cli/run-command.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import { findSecret, insertSecret } from '../../src/gateway/db/queries/secrets.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { RequestHandler } from '../../src/gateway/http/listen.ts';
import { createApp } from '../../src/gateway/http-app.ts';
import type { Ocr } from '../../src/gateway/services/ocr/ocr.ts';
import { readSettings, type Settings } from '../../src/gateway/settings/settings.ts';
import { type StartUpOptions, startUp } from '../../src/gateway/start-up.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { borrowDatabase, type StartRows } from './borrowed-database.ts';
import { openDatabase } from './database.ts';
import { temporaryFolder } from './folder.ts';
import { signInBy } from './identity-toolkit.ts';
import { validSignUp } from './people.ts';

const origin = 'http://127.0.0.1:4321';

/** Shared by a worker's gateways, since making a key pair is most of what opening one costs. */
let signingKey: { name: string; value: string } | null = null;

/** The gateway's answer. Throws when asked for a refusal's body, or a success's error. */
export interface TestAnswer<Answer> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer, checked against the contract. */
  readonly body: Answer;
  readonly error: ErrorAnswer['error'];
}

export interface CallOptions<Body> {
  parameters?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Body;
  token?: string;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  address?: string;
}

export interface TestConsumer {
  id: number;
  token: string;
  consumer: Consumer;
  /** As typed at the sign-up. */
  email: string;
  password: string;
}

export interface TestGateway {
  /** The application as the server runs it. */
  app: RequestHandler;
  gateway: Gateway;
  /** The time of the gateway; `clock.now` may be set. */
  clock: { now: Date };
  call<Body, Answer, Who extends Access>(
    endpoint: Endpoint<Body, Answer, Who>,
    options?: CallOptions<NoInfer<Body>>,
  ): Promise<TestAnswer<Answer>>;
  /** A request that none of our clients would send; `from` is the caller's address. */
  send(path: string, init?: RequestInit & { from?: string }): Promise<Response>;
  /** Runs an operator's command line on the open database and storage. */
  operate(...words: (string | number)[]): Promise<CommandResult & { progress: string[] }>;
  /** The rows that such a command prints; throws if it fails. */
  operateRows<Row = Record<string, unknown>>(...words: (string | number)[]): Promise<Row[]>;
  /** Sets the clock forward, or back if negative. */
  passTime(milliseconds: number): void;
  /** Runs one SQL statement. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The gateway's log, a text per line. */
  lines: string[];
  /** Waits until all emails are written. @returns them, oldest first */
  emails(): Promise<string[]>;
  /** Sends a receipt, valid in all that `overrides` do not change; its id is `body.id`. */
  sendReceipt(
    who: { token: string; consumer: Pick<Consumer, 'document'> },
    overrides?: Partial<ReceiptBody>,
    options?: { idempotencyKey?: string },
  ): Promise<TestAnswer<AnswerOf<typeof createReceiptEndpoint>>>;
  /** Registers a new consumer and signs in. */
  signUp(overrides?: Partial<SignUpBody>): Promise<TestConsumer>;
  signIn(person: { email: string; password: string }): Promise<string>;
  /** Checks whether the campaign's data has changed, as a running gateway does each second. */
  follow(): Promise<void>;
  /** Sends what is due, as a running gateway does each second. */
  sendEmails(): Promise<void>;
  /** Waits for what the gateway does after its answers, and for the emails that are due. */
  settle(): Promise<void>;
  /** Asks tax offices the questions that are due, as the server does from time to time, and waits for the answers. */
  askTaxOffices(): Promise<void>;
  /** Counts those that are due for the metrics, as the server does from time to time. */
  countOfficeQuestions(): Promise<void>;
  /** Has the ledger stamped where that is due, as the server does from time to time. */
  stamp(): Promise<void>;
  /** Publishes new entries of the ledger, as the server does each second. */
  publishLog(): Promise<void>;
  /** Removes what has expired and repeats what has failed, as the server does now and then. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Tokens count in seconds: no user may be older than their own first token. */
export function wholeSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}

export interface GatewayOptions {
  variant?: CampaignVariant;
  window?: CampaignWindow;
  now?: Date;
  /** A clock that others look at too. */
  clock?: { now: Date };
  databaseUrl?: string;
  /** A database that is already open and stays open. */
  database?: Database;
  /** By default calls are not limited. */
  settings?: Partial<Settings>;
  /** By default a person may send any number of receipts. */
  limitsReceipts?: boolean;
  /** Exponent of the work to hash a password; the smallest by default. */
  passwordCost?: number;
  /** Replaces the internet for services that call it. */
  fetch?: typeof fetch;
  /** A reader of pictures that is already open and stays open. */
  ocr?: Ocr;
  /** Timeout of those services and of the file storage, in milliseconds. */
  timeoutMs?: number;
  /** Replaces waiting; by default no time passes. */
  wait?: (milliseconds: number) => Promise<void>;
  stopping?: AbortSignal;
}

/** A gateway of its own: its campaign number 19, an empty database, and a clock that stands still. */
export async function openGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const { databaseUrl = 'memory://' } = options;
  const folder = await temporaryFolder();
  const settings = settingsOf(options, folder.path);
  const lines: string[] = [];
  const clock = options.clock ?? { now: options.now ?? new Date() };
  const isBorrowed = !options.database && databaseUrl === 'memory://';
  const borrowed = isBorrowed ? await borrowDatabase(startOf(settings, options, clock.now)) : null;
  const database = options.database ?? borrowed ?? (await openDatabase(databaseUrl));
  if (isBorrowed && signingKey) await insertSecret(database, signingKey);
  const started = await startUp(settings, database, startOptionsOf(options, { clock, lines }));
  const { gateway, followCampaign, askTaxOffices, countOfficeQuestions } = started;
  const { stamp, sendEmails, publishLog, tidy } = started;
  if (isBorrowed) signingKey ??= await signingKeyOf(database);
  await borrowed?.saveStart();
  if (!options.limitsReceipts) liftLimits(gateway.snapshot.campaign);
  const app = createApp(gateway);

  function call<Body, Answer, Who extends Access>(
    endpoint: Endpoint<Body, Answer, Who>,
    callOptions: CallOptions<NoInfer<Body>> = {},
  ): Promise<TestAnswer<Answer>> {
    return callEndpoint(app, endpoint, callOptions);
  }

  function send(path: string, { from, ...init }: RequestInit & { from?: string } = {}) {
    return app(new Request(new URL(path, origin), init), from ? { address: from } : undefined);
  }

  async function settle(): Promise<void> {
    await started.settle();
    await sendEmails();
  }

  async function emails(): Promise<string[]> {
    await settle();
    const mail = join(folder.path, 'mail');
    const names = await readdir(mail).catch(() => []);
    return Promise.all(names.sort().map((name) => readFile(join(mail, name), 'utf8')));
  }

  function signIn({ email, password }: { email: string; password: string }): Promise<string> {
    return signInBy(send, { email, password, tenantId: settings.identity.tenantId });
  }

  const site: TestGateway = {
    app,
    gateway,
    clock,
    lines,
    call,
    send,
    // Loaded at the first command: it brings every command's module.
    async operate(...words) {
      return (await import('./operator.ts')).operateOn(this, ...words);
    },
    async operateRows(...words) {
      const { exitCode, text } = await this.operate(...words, '--output', 'json');
      if (exitCode !== 0) throw new Error(text);
      return JSON.parse(text);
    },
    passTime(milliseconds) {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
    query(text, values) {
      return this.gateway.database.query(text, values);
    },
    emails,
    // Loaded at the first receipt: it draws a picture.
    async sendReceipt(who, overrides, options) {
      const { receiptBody } = await import('./receipt-body.ts');
      const body = receiptBody(who, this.clock.now, overrides);
      return this.call(createReceiptEndpoint, { ...options, body, token: who.token });
    },
    signIn,
    settle,
    follow: followCampaign,
    askTaxOffices: async () => {
      await askTaxOffices();
      await started.settle();
    },
    countOfficeQuestions,
    stamp,
    publishLog,
    tidy,
    sendEmails,
    signUp: async (overrides = {}) => {
      const person = validSignUp(gateway.snapshot, overrides);
      const created = await call(createConsumerEndpoint, { body: person });
      const token = await signIn(person);
      const { body: consumer } = await call(getMeEndpoint, { token });
      const { email, password } = person;
      return { id: Number(created.body.id), token, consumer, email, password };
    },
    close: async () => {
      await started.settle();
      if (!options.database) await started.close();
      await folder.remove();
    },
  };
  return site;
}

function settingsOf(
  { variant = '19', window = 'live', databaseUrl = 'memory://', settings }: GatewayOptions,
  folder: string,
): Settings {
  return {
    ...readSettings({ DATA_DIR: folder, CAMPAIGN_VARIANT: variant, CAMPAIGN_WINDOW: window }),
    databaseUrl,
    rateLimited: false,
    siteDirectory: join(folder, 'no-site'),
    ...settings,
  };
}

function startOptionsOf(
  { passwordCost = 2, wait = async () => {}, stopping, fetch, ocr, timeoutMs }: GatewayOptions,
  { clock, lines }: Pick<TestGateway, 'clock' | 'lines'>,
): StartUpOptions {
  return {
    now: () => clock.now,
    log: (event, details) => lines.push(JSON.stringify({ event, ...details })),
    passwordCost,
    wait,
    ...(stopping ? { stopping } : {}),
    ...(fetch ? { fetch } : {}),
    ...(ocr ? { ocr } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
  };
}

/** Undefined for a campaign from a file, which may have changed since. */
function startOf(
  { campaignFile, siteUrl, timestampUrl, identity }: Settings,
  { variant = '19', window = 'live', now: setTime }: GatewayOptions,
  now: Date,
): StartRows | undefined {
  if (campaignFile) return undefined;
  // Without a set time, any start of the same day will do.
  const at = setTime ?? dayInSaoPaulo(now);
  const name = JSON.stringify({ variant, window, at, siteUrl, timestampUrl, identity });
  return { name, now };
}

async function signingKeyOf(database: Database): Promise<typeof signingKey> {
  const name = 'identity-signing-key';
  const value = await findSecret(database, name).catch(() => null);
  return value === null ? null : { name, value };
}

/** One person sends all the receipts of most tests, from one shop. */
function liftLimits({ parameters }: Campaign): void {
  for (const code of ['COUPON_MAX_QTD_PER_DAY', 'COUPON_MAX_QTD_PER_SHOP_AND_DAY']) {
    if (parameters.some((parameter) => parameter.code === code)) continue;
    parameters.push({ id: code, code, visibility: 'PRIVATE', value: '999999' });
  }
}

async function callEndpoint<Body, Answer, Who extends Access>(
  app: RequestHandler,
  endpoint: Endpoint<Body, Answer, Who>,
  { parameters, query, body, token, headers, idempotencyKey, address }: CallOptions<Body>,
): Promise<TestAnswer<Answer>> {
  const url = new URL(pathOf(endpoint.path, { campaignId: 19, ...parameters }), origin);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const sent = new Headers(headers);
  if (token) sent.set('authorization', `Bearer ${token}`);
  if (idempotencyKey) sent.set('Idempotency-Key', idempotencyKey);
  if (body !== undefined) sent.set('content-type', 'application/json');
  const request = new Request(url, {
    method: endpoint.method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readAnswer(endpoint, await app(request, address ? { address } : undefined));
}

async function readAnswer<Body, Answer, Who extends Access>(
  endpoint: Endpoint<Body, Answer, Who>,
  response: Response,
): Promise<TestAnswer<Answer>> {
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    headers,
    text,
    get body() {
      if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${text}`);
      return endpoint.answer.create(JSON.parse(text));
    },
    get error() {
      if (response.ok) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}`);
      return ErrorAnswer.create(JSON.parse(text)).error;
    },
  };
}
