import { embeddersPath } from '../../src/paths.ts';

/** Milliseconds in which a browser reports that its page's policy blocked a frame. */
const probeMs = 1000;

/**
 * Asks the browser: a second, hidden frame is blocked by the same rule.
 * @returns the rule's name, such as `frame-src`; null where no policy blocks the address
 */
export function blockingRule(address: string): Promise<string | null> {
  const probe = document.createElement('iframe');
  probe.style.setProperty('display', 'none', 'important');
  const ended = new AbortController();
  return new Promise<string | null>((resolve) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI }) => {
        if (/^(?:frame|child|default)-src$/.test(effectiveDirective) && isOf(blockedURI, address))
          resolve(effectiveDirective);
      },
      { signal: ended.signal },
    );
    probe.src = address;
    document.documentElement.append(probe);
    setTimeout(() => resolve(null), probeMs);
  }).finally(() => {
    ended.abort();
    probe.remove();
  });
}

function isOf(blocked: string, address: string): boolean {
  return blocked.startsWith(new URL(address).origin);
}

/**
 * The page's own origin, or that of a page around it, where the campaign's site does not list it.
 * Null also where the list cannot be read.
 */
export async function unlistedOrigin(site: string): Promise<string | null> {
  const response = await fetch(site + embeddersPath, { credentials: 'omit' }).catch(() => null);
  const listed: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (!Array.isArray(listed)) return null;
  const around = Array.from(window.location.ancestorOrigins ?? []);
  const isUnlisted = (origin: string) => origin !== site && !listed.includes(origin);
  return [window.origin, ...around].find(isUnlisted) ?? null;
}
