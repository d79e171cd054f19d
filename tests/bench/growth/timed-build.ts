import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../../src/rules/dates.ts';
import { temporaryFolder } from '../../support/folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sampleMilliseconds = 50;

interface BuildMeasure {
  seconds: number;
  /** Most that the process held in memory; 0 where there is no proc(5). */
  megabytes: number;
}

/** The campaign that builds are made of. */
export function campaignToBuild(): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  return embeddedCampaign({ window: 'live', variant: '19', tenantId: 'embedded', today });
}

/** Builds the site of a campaign into a folder that is gone afterwards. @throws Error when it fails */
export async function timeBuild(campaign: CampaignSnapshot): Promise<BuildMeasure> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'campaign.json');
  await writeFile(file, JSON.stringify(campaign));
  const started = performance.now();
  const build = spawn('astro', ['build', '--silent', '--outDir', join(folder.path, 'dist')], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, CAMPAIGN_FILE: file },
  });
  let kilobytes = 0;
  const sampling = setInterval(async () => {
    kilobytes = Math.max(kilobytes, await mostHeldBy(build.pid));
  }, sampleMilliseconds);
  const [code] = await once(build, 'exit');
  clearInterval(sampling);
  const seconds = (performance.now() - started) / 1000;
  await folder.remove();
  if (code !== 0) throw new Error(`The build failed with ${code}`);
  return { seconds, megabytes: kilobytes / 1000 };
}

/** Kilobytes, as the system remembers the most (proc(5), VmHWM). */
async function mostHeldBy(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
