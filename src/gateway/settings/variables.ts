import { fileURLToPath } from 'node:url';
import { defaulted, define, type Infer, optional, type Struct, type } from 'superstruct';
import { campaignWindows } from '../../campaign/19/calendar.ts';
import { campaignVariants } from '../../campaign/19/forms.ts';
import { checkEmail } from '../../rules/people/person-fields.ts';
import { logLevels } from '../logging.ts';

/** @param description completes the sentence "{VARIABLE} must be …" */
function text(description: string, matches: (value: string) => boolean = () => true) {
  return define<string>(description, (value) => typeof value === 'string' && matches(value));
}

function wholeNumber(min: number, max: number) {
  return text(`a whole number from ${min} to ${max}`, (value) => {
    return /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
  });
}

function url(...schemes: string[]) {
  return text(`an address that starts with ${schemes.join(' or ')}`, (value) =>
    schemes.some((scheme) => value.startsWith(scheme) && URL.canParse(value)),
  );
}

function oneOf<const T extends readonly string[]>(values: T): Struct<T[number]> {
  return define<T[number]>(`one of ${values.join(', ')}`, (value) =>
    values.some((known) => known === value),
  );
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

const origin = text('an origin, such as https://promo.example', isOrigin);
const origins = text('origins such as https://loja.example, separated by commas', (value) =>
  listOf(value).every(isOrigin),
);
const name = text('letters, digits and hyphens', (value) => /^[\w-]+$/.test(value));
const key = text('a key');

const serverSchemes = ['postgres://', 'postgresql://'];

/** Every variable with its limits and default; `readSettings` makes the settings of them. */
export const Variables = type({
  PORT: defaulted(wholeNumber(1, 65_535), '4321'),
  HOST: defaulted(text('a host name or address'), '127.0.0.1'),
  SITE_URL: optional(origin),
  DATA_DIR: defaulted(text('a folder'), '.data'),
  SITE_DIR: optional(text('a folder')),
  DATABASE_URL: optional(url(...serverSchemes, 'file://', 'memory://')),
  CAMPAIGN_WINDOW: defaulted(oneOf(campaignWindows), 'live'),
  CAMPAIGN_VARIANT: defaulted(oneOf(campaignVariants), '19'),
  CAMPAIGN_FILE: optional(text('a file')),
  CAMPAIGN_API: optional(url('http://', 'https://')),
  ALLOWED_ORIGINS: defaulted(origins, ''),
  TRUSTED_PROXIES: defaulted(wholeNumber(0, 10), '0'),
  TRUSTED_REQUEST_TIME: defaulted(oneOf(['on', 'off']), 'off'),
  PUBLIC_API_URL: optional(url('http://', 'https://')),
  PUBLIC_ASSETS_URL: optional(url('http://', 'https://')),
  PUBLIC_FIREBASE_API_KEY: optional(key),
  FIREBASE_PROJECT_ID: optional(name),
  TENANT_ID: optional(name),
  PUBLIC_RECAPTCHA_SITE_KEY: optional(key),
  RECAPTCHA_SECRET: optional(key),
  PUBLIC_POSTAL_URL: optional(url('http://', 'https://')),
  TAX_OFFICE: defaulted(
    text('on, off or the address of a stand-in', (value) => {
      return value === 'on' || value === 'off' || (/^https?:/.test(value) && URL.canParse(value));
    }),
    'off',
  ),
  RATE_LIMIT: defaulted(oneOf(['on', 'off']), 'on'),
  SECRETS_KEY: optional(
    text(
      '32 random bytes in base64 (openssl rand -base64 32), or several such keys with commas between them',
      (value) => readSecretsKeys(value) !== null,
    ),
  ),
  STORAGE_URL: optional(url('file://', 's3://')),
  TIMESTAMP_URL: optional(url('http://', 'https://')),
  REBUILD_HOOK: optional(url('http://', 'https://')),
  SMTP_URL: optional(url('smtp://', 'smtps://')),
  MAIL_FROM: defaulted(
    text('an e-mail address', (value) => checkEmail(value) === null),
    'promocao@localhost.localdomain',
  ),
  METRICS_TOKEN: optional(text('16 characters at least', (value) => /^\S{16,}$/.test(value))),
  LOG_LEVEL: defaulted(oneOf(logLevels), 'info'),
  DRAIN_SECONDS: defaulted(wholeNumber(0, 300), '0'),
});
export type Variables = Infer<typeof Variables>;

type DatabaseLocation = { kind: 'server' } | { kind: 'folder'; path: string } | { kind: 'memory' };

/** Where a DATABASE_URL leads: to a PostgreSQL server, or to an embedded database. */
export function databaseLocation(url: string): DatabaseLocation {
  if (serverSchemes.some((scheme) => url.startsWith(scheme))) return { kind: 'server' };
  return url.startsWith('file:')
    ? { kind: 'folder', path: fileURLToPath(url) }
    : { kind: 'memory' };
}

/** @returns null unless each of them has 32 bytes, in base64 of either alphabet */
export function readSecretsKeys(value: string): Uint8Array[] | null {
  const keys = listOf(value);
  const areRight = keys.length > 0 && keys.every((key) => /^[\w+/-]{43}=?$/.test(key));
  return areRight ? keys.map((key) => Buffer.from(key, 'base64')) : null;
}

export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
