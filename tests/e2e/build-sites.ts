import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { winnersPdf } from '../../src/campaign/documents.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import { documentPdf } from '../../src/campaign/pdf.ts';
import { recordOf, siteInputs } from '../../src/commands/build.ts';
import { readBuildRecord, recordFile, root, sitesFolder } from '../../src/commands/site-folder.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { winnerFiles } from '../../src/contract/winners.ts';
import { answersToBuild, drawnCampaign } from '../support/drawn-campaign.ts';
import { secondCampaign } from '../support/second-campaign.ts';
import { shutCampaign } from '../support/shut-campaign.ts';
import { compressFiles, type SiteName, siteDirectory, sites } from './sites.ts';

/** Playwright's global set-up: builds the sites that are older than their sources. */
export default async function buildSites(): Promise<void> {
  // Another runner's gateways may be reading the campaigns' files, which then stay as they are.
  if ((await olderSites()).size === 0) return;
  // In a process of its own, since Astro changes the environment, which Playwright's workers inherit.
  const building = spawn('node', [fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  const [code] = await once(building, 'exit');
  if (code !== 0) throw new Error('The sites could not be built.');
}

async function buildOlderSites(): Promise<void> {
  const older = await olderSites();
  if (older.size === 0) return;
  const winners = await hostWinners();
  const gateway = await hostDrawn();
  const campaign = JSON.stringify(secondCampaign(winners.url));
  await mkdir(dirname(sites.second.CAMPAIGN_FILE), { recursive: true });
  await writeFile(sites.second.CAMPAIGN_FILE, campaign);
  const example = join(root, 'src/campaign/examples/cafe-premiado');
  for (const pictures of ['produtos', 'lojas']) {
    const beside = join(dirname(sites.second.CAMPAIGN_FILE), pictures);
    await cp(join(example, pictures), beside, { recursive: true });
  }
  await writeFile(sites.shut.CAMPAIGN_FILE, JSON.stringify(shutCampaign()));
  const outside = { ...process.env };
  for (const [name, inputs] of older) {
    const from = name === 'drawn' ? { CAMPAIGN_API: gateway.url } : {};
    await buildOne(name, { inputs, variables: { ...sites[name], ...from }, outside });
  }
  winners.close();
  gateway.close();
}

/** Sites that are to be built, with what each is built from. */
async function olderSites(): Promise<Map<SiteName, string>> {
  const older = new Map<SiteName, string>();
  for (const name of Object.keys(sites) as SiteName[]) {
    const inputs = await siteInputs(root, [
      sites[name],
      secondCampaign(),
      shutCampaign(),
      drawnCampaign(),
    ]);
    const record = await readBuildRecord(siteDirectory(name));
    if (record?.inputs !== inputs) older.set(name, inputs);
  }
  return older;
}

/** Modules of the project remember the campaign of their build; each site loads its own. */
const sources = addresses('src/', 'widgets/');
/** Modules that know no campaign compile the widgets for all sites. */
const sharedSources = addresses('widgets/build/versions.ts', 'widgets/build/npm-package.ts');
const buildVariables = [
  'CAMPAIGN_API',
  ...Object.values(sites).flatMap((variables) => Object.keys(variables)),
];

interface SiteBuild {
  inputs: string;
  variables: Record<string, string>;
  outside: NodeJS.ProcessEnv;
}

/** One process builds all sites, which halves what each costs after the first. */
async function buildOne(name: SiteName, { inputs, variables, outside }: SiteBuild): Promise<void> {
  const directory = siteDirectory(name);
  // Every run of journeys loads this file, and seldom has a site to build.
  const { build } = await import('astro');
  if (name === 'delivered' && (await copyBuiltSite(directory, inputs))) return;
  for (const variable of buildVariables) delete process.env[variable];
  for (const variable of buildVariables) {
    if (outside[variable] !== undefined) process.env[variable] = outside[variable];
  }
  Object.assign(process.env, variables);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isOurs = sources.some((folder) => found.url.startsWith(folder));
      const isOfSite = isOurs && !sharedSources.includes(found.url);
      return isOfSite ? { ...found, url: `${found.url}?site=${name}` } : found;
    },
  });
  // Inside the project, or the builds would share Astro's temporary folder.
  const fresh = join(sitesFolder, `building-test-${name}`);
  try {
    await build({ root, outDir: fresh, logLevel: 'error' });
    await compressFiles(fresh);
    await writeFile(join(fresh, recordFile), JSON.stringify({ inputs, campaign: name }));
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
  } finally {
    hooks.deregister();
    await rm(fresh, { recursive: true, force: true });
  }
}

function addresses(...paths: string[]): string[] {
  return paths.map((path) => pathToFileURL(join(root, path)).href);
}

/** `npm run build` has made the delivered site already, unless it is older or of another campaign. */
async function copyBuiltSite(directory: string, inputs: string): Promise<boolean> {
  const built = join(root, 'dist');
  const wanted = await recordOf(await loadCampaign(sites.delivered));
  if ((await readBuildRecord(built))?.inputs !== wanted.inputs) return false;
  await rm(directory, { recursive: true, force: true });
  await cp(built, directory, { recursive: true });
  await compressFiles(directory);
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
  const host = await listen(createServer((_, response) => response.end(pdf)));
  return { ...host, url: `${host.url}/ganhadores.pdf` };
}

/** Answers a build as the gateway of a drawn promotion does; the pictures are the sample's. */
async function hostDrawn() {
  const campaign = drawnCampaign();
  const answers = answersToBuild(campaign);
  const pdf = campaign.winners && (await winnersPdf(campaign.winners));
  const pdfPath = pathOf(winnerFiles.PDF, { campaignId: 19 });
  return listen(
    createServer(({ url = '' }, response) => {
      const body = url === pdfPath ? pdf : JSON.stringify(answers.get(url));
      response.writeHead(body ? 200 : 404).end(body);
    }),
  );
}

async function listen(host: Server) {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => host.close() };
}

if (import.meta.main) await buildOlderSites();
