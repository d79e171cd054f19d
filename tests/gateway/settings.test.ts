import { expect, test } from 'vitest';
import {
  describeSettings,
  readSettings,
  SettingsError,
} from '../../src/gateway/settings/settings.ts';
import { secretsKey } from '../support/database.ts';

function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('These settings were taken');
}

test('the settings need no variable', () => {
  expect(readSettings({})).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    siteUrl: 'http://127.0.0.1:4321',
    apiUrl: 'http://127.0.0.1:4321',
    window: 'live',
    variant: '19',
    allowedOrigins: [],
    trustedProxies: 0,
    trustsRequestTime: false,
    identity: { kind: 'embedded', tenantId: 'embedded' },
    recaptchaSecret: null,
    rateLimited: true,
    smtpUrl: null,
    metricsToken: null,
    logLevel: 'info',
    drainSeconds: 0,
  });
  expect(readSettings({}).databaseUrl).toMatch(/^file:\/\/.*\/\.data\/database$/);
});

test('an empty variable counts as unset', () => {
  expect(readSettings({ PORT: '', TENANT_ID: ' ' })).toMatchObject({
    port: 4321,
    identity: { tenantId: 'embedded' },
  });
});

test('a list of origins is split at its commas', () => {
  const { allowedOrigins } = readSettings({
    ALLOWED_ORIGINS: 'https://loja.example, http://localhost:8080',
  });
  expect(allowedOrigins).toEqual(['https://loja.example', 'http://localhost:8080']);
});

test.each([
  ['PORT', 'abc', 'PORT must be a whole number from 1 to 65535.'],
  ['PORT', '0', 'PORT must be a whole number from 1 to 65535.'],
  [
    'SITE_URL',
    'https://promo.example/',
    'SITE_URL must be an origin, such as https://promo.example.',
  ],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql:// or file:// or memory://.',
  ],
  ['CAMPAIGN_WINDOW', 'now', 'CAMPAIGN_WINDOW must be one of live, spec, before, after.'],
  ['CAMPAIGN_VARIANT', '20', 'CAMPAIGN_VARIANT must be one of 19, all.'],
  [
    'ALLOWED_ORIGINS',
    'https://loja.example/x',
    'ALLOWED_ORIGINS must be origins such as https://loja.example, separated by commas.',
  ],
  [
    'ALLOWED_ORIGINS',
    '*',
    'ALLOWED_ORIGINS must be origins such as https://loja.example, separated by commas.',
  ],
  [
    'PUBLIC_POSTAL_URL',
    '/cep',
    'PUBLIC_POSTAL_URL must be an address that starts with http:// or https://.',
  ],
  ['TRUSTED_PROXIES', '-1', 'TRUSTED_PROXIES must be a whole number from 0 to 10.'],
  ['TENANT_ID', 'a b', 'TENANT_ID must be letters, digits and hyphens.'],
  ['RATE_LIMIT', 'no', 'RATE_LIMIT must be one of on, off.'],
  [
    'SECRETS_KEY',
    'c2Vzc2FtZQ==',
    'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32), or several such keys with commas between them.',
  ],
  ['STORAGE_URL', 'ftp://x', 'STORAGE_URL must be an address that starts with file:// or s3://.'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
  ['MAIL_FROM', 'remetente', 'MAIL_FROM must be an e-mail address.'],
  ['METRICS_TOKEN', 'sesame', 'METRICS_TOKEN must be 16 characters at least.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of info, warning, error.'],
  ['DRAIN_SECONDS', '1h', 'DRAIN_SECONDS must be a whole number from 0 to 300.'],
])('%s=%s stops the process with a sentence that names it', (variable, value, sentence) => {
  expect(refusal({ [variable]: value })).toBe(sentence);
});

test('a PostgreSQL server needs a key for the secrets in it, which may be several', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/promo';
  expect(refusal({ DATABASE_URL })).toBe(
    'SECRETS_KEY must be set when DATABASE_URL is a PostgreSQL server: 32 random bytes in base64, as openssl rand -base64 32 writes them, the same for every gateway.',
  );
  const other = Buffer.alloc(32, 1).toString('base64url');
  const SECRETS_KEY = `${secretsKey.SECRETS_KEY}, ${other}`;
  expect(readSettings({ DATABASE_URL, SECRETS_KEY }).secretsKeys?.[1]).toEqual(Buffer.alloc(32, 1));
});

test('limits may be off only if no one else can call', () => {
  expect(readSettings({ RATE_LIMIT: 'off', HOST: '::1' }).rateLimited).toBe(false);
  expect(refusal({ RATE_LIMIT: 'off', HOST: '0.0.0.0' })).toBe(
    'RATE_LIMIT may be off only when HOST is a loopback address.',
  );
});

test('a real identity service is configured whole, and then replaces the embedded one', () => {
  const whole = { FIREBASE_PROJECT_ID: 'p', TENANT_ID: 't', PUBLIC_FIREBASE_API_KEY: 'k' };
  expect(readSettings(whole).identity).toEqual({
    kind: 'platform',
    projectId: 'p',
    tenantId: 't',
    apiKey: 'k',
  });
  for (const missing of Object.keys(whole)) {
    expect(refusal({ ...whole, [missing]: '' })).toMatch(new RegExp(`^${missing} must be set too`));
  }
});

test('the logged settings contain no secret', () => {
  const secrets = {
    DATABASE_URL: 'postgres://dono:senha-1@db.example:5432/promo?sslpassword=senha-2',
    STORAGE_URL: 's3://chave-3:senha-4@s3.example/notas?region=sa-east-1',
    SMTP_URL: 'smtps://caixa-5:senha-6@mail.example',
    REBUILD_HOOK: 'https://builds.example/hooks/senha-10',
    RECAPTCHA_SECRET: 'senha-7',
    METRICS_TOKEN: 'senha-8-de-metricas',
    ...secretsKey,
    FIREBASE_PROJECT_ID: 'projeto',
    TENANT_ID: 'promo',
    PUBLIC_FIREBASE_API_KEY: 'chave-9',
  };
  const written = JSON.stringify(describeSettings(readSettings(secrets)));
  expect(written).not.toMatch(/senha|dono|chave|caixa/);
  expect(written).not.toContain(secretsKey.SECRETS_KEY);
  expect(written).toContain('"secretsKeys":1');
  expect(written).toContain('"databaseUrl":"postgres://db.example:5432/promo"');
  expect(written).toContain('"rebuildHook":"https://builds.example"');
  expect(written).toContain('"metricsToken":true');
});
