import { readCredentials } from './client/credentials.ts';
import { browserDevice } from './client/device.ts';
import { guestIdentity } from './client/guest-identity.ts';
import { startHandoff } from './client/handoff.ts';
import { memoryStore } from './client/key-value-store.ts';
import { type Environment, newId, type SiteProps } from './environment.ts';
import { campaignPhase } from './rules/campaign-phase.ts';

/**
 * The environment of a page that is somebody else's: nothing is kept there, nobody is tracked, and
 * every way leads to the campaign's site, where whoever signed in here is signed in.
 * @param leave takes the person to an address; `path` says the same without a code
 */
export function guestEnvironment(
  site: SiteProps,
  origin: string,
  leave: (address: URL, path: string) => void,
): Environment {
  const navigate = async (path: string) => leave(new URL(await addressFor(path), origin), path);
  const now = () => new Date();
  return {
    site: { ...site, apiUrl: site.apiUrl || origin },
    fetch: (...request) => window.fetch(...request),
    storage: memoryStore(),
    drafts: memoryStore(),
    records: () => Promise.reject(new Error('A guest keeps nothing')),
    identity: async () => guestIdentity(),
    botToken: async () => 'error',
    device: browserDevice,
    homeUrl: () => `${origin}/`,
    navigate: (path) => void navigate(path),
    back: () => void navigate('/'),
    track: async () => {},
    report: () => {},
    phase: () => campaignPhase(site.campaign, now()),
    debug: () => false,
    now,
    newId,
  };
}

/** With a code where somebody is signed in; without one they sign in there. */
async function addressFor(path: string): Promise<string> {
  if (!readCredentials()) return path;
  try {
    const outcome = await startHandoff();
    if (!outcome.ok) return path;
    return `/continuar#${new URLSearchParams({ codigo: outcome.answer.code, para: path })}`;
  } catch {
    return path;
  }
}
