import { loginLink } from '../client/one-time-login.ts';
import { memoryStore } from '../client/storage.ts';
import { type Environment, newId, type SiteProps } from '../environment.ts';

/**
 * The environment on an embedder's page: it stores nothing, tracks no user, and every link leads
 * to the campaign's site, where a user who signed in here is signed in too.
 * @param leave takes the person to an address; `path` says the same without a code
 */
export function guestEnvironment(
  site: SiteProps,
  origin: string,
  leave: (address: URL, path: string) => void,
): Environment {
  const navigate = async (path: string) => leave(new URL(await loginLink(path), origin), path);
  return {
    site: { ...site, apiUrl: site.apiUrl || origin },
    fetch: (...request) => window.fetch(...request),
    storage: memoryStore(),
    drafts: memoryStore(),
    records: refuse,
    identity: async () => (await import('../client/guest-identity.ts')).guestIdentity(),
    botToken: async () => 'error',
    device: { isMobile: () => false, share: refuse, copy: refuse, save() {} },
    homeUrl: () => `${origin}/`,
    pageUrl: (path) => new URL(path, origin).href,
    navigate: (path) => void navigate(path),
    back: () => void navigate('/'),
    track: async () => {},
    report: () => {},
    // The form shows in any phase; the gateway says what it may do.
    phase: () => 'open',
    debug: () => false,
    now: () => new Date(),
    newId,
  };
}

/** On an embedder's page nothing is stored, shared or copied. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('Not for guests'));
}
