import packageFile from '../../../package.json' with { type: 'json' };
import type { Settings } from './settings.ts';

/** The settings for the log: what is on and where it points, no key, password or token. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  const { identity, recaptchaSecret, metricsToken, databaseUrl, storageUrl, smtpUrl } = settings;
  return {
    ...settings,
    version: packageFile.version,
    node: process.version,
    identity: { ...identity, apiKey: undefined },
    databaseUrl: withoutSecrets(databaseUrl),
    storageUrl: withoutSecrets(storageUrl),
    smtpUrl: smtpUrl && withoutSecrets(smtpUrl),
    recaptchaSecret: recaptchaSecret !== null,
    metricsToken: metricsToken !== null,
  };
}

/** Scheme, host and path: names, passwords and parameters of an address may let somebody in. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
