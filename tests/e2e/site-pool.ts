import { type ServedSite, serveSite } from '../support/site-process.ts';
import { type SiteName, siteDirectory, sites } from './sites.ts';

/** Starts a gateway over one of the built sites. */
export function serveTestSite(
  name: SiteName,
  options: Parameters<typeof serveSite>[0] = {},
): Promise<ServedSite> {
  const NODE_OPTIONS = `--import=${new URL('../support/cheap-passwords.ts', import.meta.url).href}`;
  const own = { SITE_DIR: siteDirectory(name), NODE_OPTIONS };
  const variables = { ...own, ...sites[name], ...options.variables };
  return serveSite({ ...options, variables, brief: true });
}

/** Built sites with a gateway each, which starts when it is first asked for. */
export interface ServedSites {
  open(name: SiteName): Promise<ServedSite>;
  /** Pauses all of them until they are opened again: each asks its database for work every second. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

// A gateway takes 250 MB: nearly all tests visit two sites, others take turns at a third and fourth.
const maxOpenSites = 4;

/** @param allowedOrigins whose pages may hold the sites' widgets */
export function serveSites(allowedOrigins: string): ServedSites {
  const open = new Map<SiteName, Promise<ServedSite>>();
  const close = async (name: SiteName) => {
    const site = open.get(name);
    open.delete(name);
    await (await site)?.close();
  };
  return {
    async open(name) {
      const variables = { ALLOWED_ORIGINS: allowedOrigins };
      const site = open.get(name) ?? serveTestSite(name, { variables });
      // The site that was asked for longest ago stands first, and makes room.
      open.delete(name);
      open.set(name, site);
      const [oldest] = open.keys();
      if (open.size > maxOpenSites && oldest) await close(oldest);
      (await site).resume();
      return site;
    },
    async rest() {
      for (const site of open.values()) (await site).pause();
    },
    async close() {
      for (const name of [...open.keys()]) await close(name);
    },
  };
}
