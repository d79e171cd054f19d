import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StructError } from 'superstruct';
import packageFile from '../../../package.json' with { type: 'json' };
import { isLoopback } from '../ip-address.ts';
import type { LogLevel } from '../logging.ts';
import { databaseLocation, listOf, readSecretsKeys, Variables } from './variables.ts';

export type IdentitySettings =
  | { kind: 'embedded'; projectId: string; tenantId: string }
  | { kind: 'platform'; projectId: string; tenantId: string; apiKey: string };

export type TaxOfficeSettings =
  | { kind: 'off' }
  | { kind: 'on' }
  /** Gets every question as `/{host}{path and query}`; without a slash at the end. */
  | { kind: 'stand-in'; url: string };

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** For links in emails; the one origin that is always allowed. */
  readonly siteUrl: string;
  /** The gateway's address as browsers see it. */
  readonly apiUrl: string;
  readonly siteDirectory: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  /** The first one wraps the secrets in the database; null means a file in `dataDirectory`. */
  readonly secretsKeys: readonly Uint8Array[] | null;
  readonly window: Variables['CAMPAIGN_WINDOW'];
  readonly variant: Variables['CAMPAIGN_VARIANT'];
  readonly campaignFile: string | null;
  readonly allowedOrigins: readonly string[];
  /** How many proxies in front of the gateway append to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** The last of them says in X-Request-Time how long it collected a body. */
  readonly trustsRequestTime: boolean;
  readonly identity: IdentitySettings;
  readonly recaptchaSecret: string | null;
  readonly loadsThirdParties: boolean;
  readonly taxOffice: TaxOfficeSettings;
  readonly rateLimited: boolean;
  readonly storageUrl: string;
  readonly smtpUrl: string | null;
  /** An RFC 3161 service that stamps the ledger's heads. */
  readonly timestampUrl: string | null;
  /** The build hook: gets a POST when the campaign's data has changed. */
  readonly rebuildHook: string | null;
  readonly mailFrom: string;
  /** With this token, `/metrics` can be read from other machines. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
  /** Seconds after SIGTERM in which a balancer can see that this gateway is stopping. */
  readonly drainSeconds: number;
}

/** One sentence for the operator that names the variable to fix. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const defaultSite = fileURLToPath(new URL('../../../dist', import.meta.url));

/** An empty variable counts as unset. @throws SettingsError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const variables = parse(environment);
  const { HOST: host, RATE_LIMIT } = variables;
  const dataDirectory = resolve(variables.DATA_DIR);
  const inData = (name: string) => pathToFileURL(join(dataDirectory, name)).href;
  if (RATE_LIMIT === 'off' && !isLoopback(host)) {
    throw new SettingsError('RATE_LIMIT may be off only when HOST is a loopback address.');
  }
  const siteUrl = variables.SITE_URL ?? localOrigin({ host, port: variables.PORT });
  return {
    port: Number(variables.PORT),
    host,
    siteUrl,
    apiUrl: variables.PUBLIC_API_URL ?? siteUrl,
    siteDirectory: variables.SITE_DIR ? resolve(variables.SITE_DIR) : defaultSite,
    dataDirectory,
    databaseUrl: variables.DATABASE_URL ?? inData('database'),
    secretsKeys: secretsKeysOf(variables),
    window: variables.CAMPAIGN_WINDOW,
    variant: variables.CAMPAIGN_VARIANT,
    campaignFile: variables.CAMPAIGN_FILE ?? null,
    allowedOrigins: listOf(variables.ALLOWED_ORIGINS),
    trustedProxies: Number(variables.TRUSTED_PROXIES),
    trustsRequestTime: variables.TRUSTED_REQUEST_TIME === 'on',
    identity: identitySettings(variables),
    recaptchaSecret: variables.RECAPTCHA_SECRET ?? null,
    loadsThirdParties: loadsThirdParties(variables),
    taxOffice: taxOfficeSettings(variables.TAX_OFFICE),
    rateLimited: RATE_LIMIT === 'on',
    storageUrl: variables.STORAGE_URL ?? inData('files'),
    smtpUrl: variables.SMTP_URL ?? null,
    timestampUrl: variables.TIMESTAMP_URL ?? null,
    rebuildHook: variables.REBUILD_HOOK ?? null,
    mailFrom: variables.MAIL_FROM,
    metricsToken: variables.METRICS_TOKEN ?? null,
    logLevel: variables.LOG_LEVEL,
    drainSeconds: Number(variables.DRAIN_SECONDS),
  };
}

export function localOrigin(server: { host: string; port: number | string }): string {
  const host = server.host.includes(':') ? `[${server.host}]` : server.host;
  return `http://${host}:${server.port}`;
}

function parse(environment: Readonly<Record<string, string | undefined>>): Variables {
  const present = Object.entries(environment).filter(([, value]) => value?.trim());
  try {
    return Variables.create(Object.fromEntries(present));
  } catch (error) {
    if (!(error instanceof StructError)) throw error;
    throw new SettingsError(`${error.key} must be ${error.type}.`);
  }
}

function loadsThirdParties({
  PUBLIC_API_URL,
  PUBLIC_ASSETS_URL,
  PUBLIC_RECAPTCHA_SITE_KEY,
  RECAPTCHA_SECRET,
}: Variables): boolean {
  return Boolean(
    PUBLIC_API_URL || PUBLIC_ASSETS_URL || PUBLIC_RECAPTCHA_SITE_KEY || RECAPTCHA_SECRET,
  );
}

/** Identity Platform needs all three variables; the embedded service takes a tenant at most. */
function identitySettings(variables: Variables): IdentitySettings {
  const { FIREBASE_PROJECT_ID, PUBLIC_FIREBASE_API_KEY, TENANT_ID } = variables;
  if (!FIREBASE_PROJECT_ID && !PUBLIC_FIREBASE_API_KEY) {
    return { kind: 'embedded', projectId: 'promocao', tenantId: TENANT_ID ?? 'embedded' };
  }
  return {
    kind: 'platform',
    projectId: needed('FIREBASE_PROJECT_ID', FIREBASE_PROJECT_ID),
    tenantId: needed('TENANT_ID', TENANT_ID),
    apiKey: needed('PUBLIC_FIREBASE_API_KEY', PUBLIC_FIREBASE_API_KEY),
  };
}

/** Null with an embedded database, where a file may hold them. */
function secretsKeysOf({ SECRETS_KEY, DATABASE_URL }: Variables): Uint8Array[] | null {
  if (SECRETS_KEY) return readSecretsKeys(SECRETS_KEY);
  if (!DATABASE_URL || databaseLocation(DATABASE_URL).kind !== 'server') return null;
  throw new SettingsError(
    'SECRETS_KEY must be set when DATABASE_URL is a PostgreSQL server: 32 random bytes in base64, as openssl rand -base64 32 writes them, the same for every gateway.',
  );
}

function taxOfficeSettings(value: string): TaxOfficeSettings {
  if (value === 'on' || value === 'off') return { kind: value };
  return { kind: 'stand-in', url: value.replace(/(?<!\/)\/+$/, '') };
}

function needed(variable: string, value: string | undefined): string {
  if (value) return value;
  throw new SettingsError(`${variable} must be set too when the identity service is a real one.`);
}

export function describeSettings(settings: Settings): Record<string, unknown> {
  const { identity, recaptchaSecret, metricsToken, databaseUrl, storageUrl, smtpUrl, rebuildHook } =
    settings;
  const { taxOffice } = settings;
  return {
    ...settings,
    version: packageFile.version,
    node: process.version,
    identity: { ...identity, apiKey: undefined },
    databaseUrl: withoutSecrets(databaseUrl),
    secretsKeys: settings.secretsKeys?.length ?? null,
    storageUrl: withoutSecrets(storageUrl),
    smtpUrl: smtpUrl && withoutSecrets(smtpUrl),
    // The path of a build hook is its secret.
    rebuildHook: rebuildHook && new URL(rebuildHook).origin,
    timestampUrl: settings.timestampUrl && withoutSecrets(settings.timestampUrl),
    taxOffice: taxOffice.kind === 'stand-in' ? withoutSecrets(taxOffice.url) : taxOffice.kind,
    recaptchaSecret: recaptchaSecret !== null,
    metricsToken: metricsToken !== null,
  };
}

/** Drops user, password and parameters of an address, which may be secrets. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
