import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { measureInteraction } from './browser/interaction.ts';
import { measureLighthouse } from './browser/lighthouse.ts';
import { measurePages } from './browser/pages.ts';
import { measureWidgetsOnHosts } from './browser/widgets.ts';
import { measureWinScene } from './browser/win-scene.ts';
import { brokenLimits, budgetOf, ownBudgets } from './budgets.ts';
import { measureBytes } from './bytes.ts';
import { measureChaos } from './chaos.ts';
import { measureCrowds } from './crowds.ts';
import { measureRestarts } from './database-restart.ts';
import { measureDraws } from './draw.ts';
import type { Figure } from './figure.ts';
import { measureGateway } from './gateway.ts';
import { measureCampaigns } from './growth/campaigns.ts';
import { measureParticipants } from './growth/participants.ts';
import { measureReceiptsOfOne } from './growth/receipts-of-one.ts';
import { measureRegulations } from './growth/regulations.ts';
import { measureHistories } from './histories.ts';
import { measureFlood } from './picture-flood.ts';
import { measureReading } from './reading.ts';
import { measureStart } from './start.ts';
import { figureTable } from './table.ts';
import { measureJudgements, measureNumbers, measureVerification } from './transparency.ts';

/** What `npm run bench -- bytes start` names; all of them without a name. */
const measures: Readonly<Record<string, () => Figure[] | Promise<Figure[]>>> = {
  start: measureStart,
  bytes: measureBytes,
  pages: measurePages,
  lighthouse: measureLighthouse,
  interaction: measureInteraction,
  'win-scene': measureWinScene,
  widgets: measureWidgetsOnHosts,
  reading: measureReading,
  numbers: measureNumbers,
  verification: measureVerification,
  judgements: () => measureJudgements(100_000),
  draws: measureDraws,
  gateway: measureGateway,
  crowds: measureCrowds,
  flood: measureFlood,
  'growth-receipts': measureReceiptsOfOne,
  'growth-participants': measureParticipants,
  'growth-regulations': measureRegulations,
  'growth-campaigns': measureCampaigns,
  histories: measureHistories,
  chaos: measureChaos,
  restarts: measureRestarts,
};

const machine = `${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`;
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(measures);
const figures: Figure[] = [];
const failed: string[] = [];

const unknown = names.find((name) => !measures[name]);
if (unknown) {
  console.error(`No measure ${unknown}; there are: ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}

for (const name of names) {
  const measure = measures[name];
  if (!measure) continue;
  process.stderr.write(`${name}…\n`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    console.error(error);
    failed.push(name);
  }
  // All of them take long: what was measured is there even if the rest is not waited for.
  if (asked.length === 0) await writeFigures();
}

console.log(`${machine}\n\n${figureTable(figures, ownBudgets)}`);
const broken = brokenLimits(figures, ownBudgets);
if (broken.length > 0) console.log(`${broken.length} broken limits`);
if (failed.length > 0) console.log(`Could not be measured: ${failed.join(', ')}`);
// Not exitCode: the embedded server's own way out would make a 0 of it.
process.exit(broken.length + failed.length > 0 ? 1 : 0);

async function writeFigures(): Promise<void> {
  const rows = figures.map((figure) => ({ ...figure, ...budgetOf(figure, ownBudgets) }));
  await writeFile('bench.json', `${JSON.stringify({ machine, figures: rows }, null, 2)}\n`);
}
