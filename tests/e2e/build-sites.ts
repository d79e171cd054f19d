import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { loadCampaign } from '../../src/campaign/load.ts';
import { documentPdf } from '../../src/campaign/pdf.ts';
import {
  buildSite,
  readBuildRecord,
  recordFile,
  recordOf,
  root,
  siteInputs,
} from '../../src/commands/build.ts';
import { secondCampaign } from '../support/second-campaign.ts';
import { shutCampaign } from '../support/shut-campaign.ts';
import { type SiteName, siteDirectory, sites } from './sites.ts';

/** Playwright's global set-up: builds the sites that are older than their sources. */
export default async function buildSites(): Promise<void> {
  const older = await olderSites();
  // Another runner's gateways may be reading the campaigns' files, which then stay as they are.
  if (older.size === 0) return;
  const winners = await hostWinners();
  const campaign = JSON.stringify(secondCampaign(winners.url));
  await mkdir(dirname(sites.second.CAMPAIGN_FILE), { recursive: true });
  await writeFile(sites.second.CAMPAIGN_FILE, campaign);
  const example = join(root, 'src/campaign/examples/cafe-premiado');
  for (const pictures of ['produtos', 'lojas']) {
    const beside = join(dirname(sites.second.CAMPAIGN_FILE), pictures);
    await cp(join(example, pictures), beside, { recursive: true });
  }
  await writeFile(sites.shut.CAMPAIGN_FILE, JSON.stringify(shutCampaign()));
  for (const [name, inputs] of older) await build(name, inputs);
  winners.close();
}

if (import.meta.main) await buildSites();

/** Sites that are to be built, with what each is built from. */
async function olderSites(): Promise<Map<SiteName, string>> {
  const older = new Map<SiteName, string>();
  for (const name of Object.keys(sites) as SiteName[]) {
    const inputs = await siteInputs(root, [sites[name], secondCampaign(), shutCampaign()]);
    const record = await readBuildRecord(siteDirectory(name));
    if (record?.inputs !== inputs) older.set(name, inputs);
  }
  return older;
}

async function build(name: SiteName, inputs: string): Promise<void> {
  const directory = siteDirectory(name);
  if (name === 'delivered' && (await copyBuiltSite(directory, inputs))) return;
  await buildSite(directory, { variables: sites[name], record: { inputs, campaign: name } });
}

/** `npm run build` has made the delivered site already, unless it is older or of another campaign. */
async function copyBuiltSite(directory: string, inputs: string): Promise<boolean> {
  const built = join(root, 'dist');
  const wanted = await recordOf(await loadCampaign(sites.delivered));
  if ((await readBuildRecord(built))?.inputs !== wanted.inputs) return false;
  await rm(directory, { recursive: true, force: true });
  await cp(built, directory, { recursive: true });
  await writeFile(join(directory, recordFile), JSON.stringify({ inputs, campaign: 'delivered' }));
  return true;
}

/** A host of the winners' PDF, there while the sites are built. */
async function hostWinners() {
  const pdf = await documentPdf(
    {
      title: 'Ganhadores',
      sections: [{ title: 'Sorteio', paragraphs: ['1.00042 Ana S., Ouro Preto'] }],
    },
    { note: 'Loteria Federal 6021' },
  );
  const host = createServer((_, response) => response.end(pdf));
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/ganhadores.pdf`, close: () => host.close() };
}
