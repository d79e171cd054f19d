import { boolean, number, optional, string, type } from 'superstruct';
import type { BotAction } from '../../contract/endpoint.ts';
import { Unavailable } from '../failures.ts';
import type { Settings } from '../settings/settings.ts';

export interface BotCheck {
  /** Always true when the check is off. */
  passes(token: string | undefined, action: BotAction): Promise<boolean>;
}

type BotCheckSettings = Pick<Settings, 'recaptchaSecret' | 'siteUrl' | 'allowedOrigins'>;

const verifier = 'https://www.google.com/recaptcha/api/siteverify';

/** reCAPTCHA v3 scores 0 (a program) to 1 (a person); its documentation suggests the middle. */
const minScore = 0.5;

const Verdict = type({
  success: boolean(),
  action: optional(string()),
  score: optional(number()),
  hostname: optional(string()),
});

export function isBotToken(token: string | undefined): token is string {
  return Boolean(token) && token !== 'error';
}

/** Asks reCAPTCHA v3; off without a secret. A token from a page outside the promotion fails. */
export function openBotCheck(
  { recaptchaSecret: secret, siteUrl, allowedOrigins }: BotCheckSettings,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): BotCheck {
  const hosts = [siteUrl, ...allowedOrigins].map((origin) => new URL(origin).hostname);
  if (secret === null) return { passes: async () => true };

  async function ask(body: URLSearchParams) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(verifier, { method: 'POST', body, signal });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return Verdict.create(await response.json());
    } catch (error) {
      throw new Unavailable('bot check', error);
    }
  }

  return {
    async passes(token, action) {
      if (!isBotToken(token)) return false;
      const verdict = await ask(new URLSearchParams({ secret, response: token }));
      const { success, hostname = '', score = 0 } = verdict;
      const isOurs = verdict.action === action && hosts.includes(hostname);
      return success && isOurs && score >= minScore;
    },
  };
}
