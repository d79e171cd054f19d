import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const folder = (name: string) =>
  fileURLToPath(new URL(`../../test-results/sites/${name}`, import.meta.url));

/** The sites that browser tests visit; a site and its gateway are started with the same variables. */
export const sites = {
  /** The promotion as it is delivered. */
  delivered: {},
  /** Every engine, persons and companies, address, referral, polls; with debug mode. */
  everything: { CAMPAIGN_VARIANT: 'all', DEBUG_SECRET: 'abracadabra' },
  over: { CAMPAIGN_VARIANT: 'all', CAMPAIGN_WINDOW: 'after', DEBUG_SECRET: 'abracadabra' },
  /** The same with a winner, whom only the pages' builds know. */
  drawn: { CAMPAIGN_VARIANT: 'all', CAMPAIGN_WINDOW: 'after', DEBUG_SECRET: 'abracadabra' },
  before: { CAMPAIGN_VARIANT: 'all', CAMPAIGN_WINDOW: 'before', DEBUG_SECRET: 'abracadabra' },
  /** Another brand's campaign, with every tracker and the bot check, whose tokens its gateway believes. */
  second: {
    CAMPAIGN_FILE: folder('second-campaign.json'),
    PUBLIC_RECAPTCHA_SITE_KEY: 'key',
  },
  /** Sign-up and sign-in are switched off. */
  shut: { CAMPAIGN_FILE: folder('shut-campaign.json') },
} as const satisfies Record<string, Record<string, string>>;

export type SiteName = keyof typeof sites;

/** The folder of a built site. */
export function siteDirectory(name: SiteName): string {
  return folder(name);
}

/**
 * Gateways send what is compressed already. To compress all that their pages load as well as they do
 * for visitors, which takes ten seconds of the processor, is most of what a gateway of journeys costs.
 */
export async function compressFiles(directory: string): Promise<void> {
  const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:css|html|js|json|mjs|svg|wasm)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), quickly));
  }
}
