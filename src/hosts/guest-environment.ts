import { memoryStore } from '../client/storage.ts';
import { type Environment, newId, type SiteProps } from '../environment.ts';
import { failureEvent } from '../page-events.ts';
import { homePath } from '../paths.ts';

/**
 * On an embedder's page nothing is stored, no user is tracked, and every link leads to the
 * campaign's site, signed in.
 * @param leave gets the `path` without the login code
 */
export function guestEnvironment(
  site: SiteProps,
  origin: string,
  leave: (address: URL, path: string) => void,
): Environment {
  const navigate = async (path: string) => {
    const link = import('../client/session-calls.ts').then(
      ({ loginLink }) => loginLink(path),
      () => path,
    );
    leave(new URL(await link, origin), path);
  };
  return {
    site: { ...site, apiUrl: site.apiUrl || origin },
    fetch: (...request) => window.fetch(...request),
    storage: memoryStore(),
    drafts: memoryStore(),
    records: refuse,
    keepsSession: () => true,
    identity: async () => (await import('../client/guest-identity.ts')).guestIdentity(),
    botToken: async () => 'error',
    device: {
      isMobile: () => false,
      share: refuse,
      canShare: () => false,
      copy: refuse,
      save() {},
    },
    homeUrl: () => `${origin}/`,
    pageUrl: (path) => new URL(path, origin).href,
    navigate: (path) => void navigate(path),
    back: () => void navigate(homePath),
    track: async () => {},
    report: () => console.error(failureEvent),
    // The gateway refuses what the phase does not allow.
    phase: () => 'open',
    debug: () => false,
    now: () => new Date(),
    newId,
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('Not for guests'));
}
