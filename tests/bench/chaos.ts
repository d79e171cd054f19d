import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { openPostgres } from '../support/postgres.ts';
import { promotionViolations } from '../support/promotion-violations.ts';
import { seededRandom } from '../support/receipts/random.ts';
import { type Life, openFleet } from './chaos/fleet.ts';
import { lostAnswers } from './chaos/lost-answers.ts';
import { actSteadily, type Sent } from './chaos/mixed-load.ts';
import { isAcknowledged } from './chaos/send-until-answered.ts';
import type { Figure } from './figure.ts';

const area = 'Correctness';

/** How long, and how hard. */
interface Chaos {
  gateways: number;
  seconds: number;
  /** Acts a second. */
  rate: number;
  people: number;
  /** How long each gateway lives, and how often it dies. */
  life: Life;
}

/** Moderation dates its entries of the ledger as the fleet does: standing still, it would be a minute late. */
const runningClock = {
  get now() {
    return new Date();
  },
};

/** The rate is half of what two processors bear, four gateways and the load on them together. */
const usual: Chaos = {
  gateways: 4,
  seconds: Number(process.env.CHAOS_SECONDS ?? 60),
  rate: Number(process.env.CHAOS_RATE ?? 30),
  people: 100,
  life: { least: 4, most: 16, deaths: Number.POSITIVE_INFINITY },
};

interface ChaosReport {
  seed: number;
  kills: number;
  answered: number;
  /** How many of the answered calls did something; the others were refused. */
  acknowledged: number;
  retried: number;
  /** Milliseconds from the first try to the answer, tries that met a dead gateway included. */
  p50: number;
  p95: number;
  p99: number;
  violations: string[];
}

/**
 * Gateways over one PostgreSQL are killed at random and started again, while people send
 * receipts, redeem and withdraw, and moderation decides. What was answered has to be there once, and
 * the promotion to be right.
 */
export async function runChaos(chaos: Chaos = usual): Promise<ChaosReport> {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const server = await openPostgres();
  const databaseUrl = await server.createDatabase();
  const desk = await openGateway({ variant: 'all', databaseUrl, clock: runningClock });
  await changeCampaign(desk, (campaign) => campaign);
  const fleet = await openFleet(chaos.gateways, {
    dataDirectory: desk.gateway.settings.dataDirectory,
    variables: { DATABASE_URL: databaseUrl, CAMPAIGN_VARIANT: 'all' },
  });
  try {
    const crowd = { desk, people: await gather(desk, chaos.people), urls: fleet.urls, random };
    const calm = fleet.disturb(random, chaos.life);
    const sent = await actSteadily(crowd, chaos);
    const { kills } = await calm();
    const violations = [
      ...failures(sent),
      ...(await lostAnswers(desk, sent, fleet.urls)),
      ...(await promotionViolations(desk)),
    ];
    return { seed, kills, ...counts(sent), violations };
  } finally {
    await fleet.close();
    await desk.close();
    await server.close();
  }
}

/** The same as figures; what was wrong goes to the error output, with the seed. */
export async function measureChaos(): Promise<Figure[]> {
  const { seed, kills, answered, retried, p50, p95, p99, violations } = await runChaos();
  for (const violation of violations) process.stderr.write(`seed ${seed}: ${violation}\n`);
  const how = `${usual.gateways} gateways, ${kills} kills, ${answered} answers, seed ${seed}`;
  const figure = (name: string, value: number, unit: string) => ({ area, name, value, unit, how });
  return [
    figure('violations among killed gateways', violations.length, ''),
    figure('answers that took more than one try', retried, ''),
    figure('answer among killed gateways, p50', p50, 'ms'),
    figure('answer among killed gateways, p95', p95, 'ms'),
    figure('answer among killed gateways, p99', p99, 'ms'),
  ];
}

async function gather(
  desk: TestGateway,
  people: number,
): Promise<[TestConsumer, ...TestConsumer[]]> {
  const join = async () => {
    const who = await desk.signUp();
    const body = { instantPaymentKeyType: 'CPF' as const };
    await desk.call(setInstantPaymentKeyEndpoint, { token: who.token, body });
    return who;
  };
  const crowd: [TestConsumer, ...TestConsumer[]] = [await join()];
  while (crowd.length < people) crowd.push(await join());
  return crowd;
}

/** Every call gets an answer and no failure; only redemptions and withdrawals are refused. */
function failures(sent: readonly Sent[]): string[] {
  return sent
    .filter(({ outcome }) => !isAcknowledged(outcome) && outcome.status !== 409)
    .map(({ act, outcome }) => `${act.key}: ${outcome.status} ${outcome.text}`);
}

function counts(sent: readonly Sent[]) {
  const waits = sent.map(({ outcome }) => outcome.milliseconds).sort((one, two) => one - two);
  const within = (part: number) => Math.round(waits[Math.floor(part * waits.length)] ?? 0);
  return {
    answered: sent.length,
    acknowledged: sent.filter(({ outcome }) => isAcknowledged(outcome)).length,
    retried: sent.filter(({ outcome }) => outcome.tries > 1).length,
    p50: within(0.5),
    p95: within(0.95),
    p99: within(0.99),
  };
}

if (import.meta.main) {
  await makeEmptyDatabase();
  const report = await runChaos();
  console.dir(report, { depth: null });
  // Not exitCode: the embedded server's own way out would make a 0 of it.
  process.exit(report.violations.length > 0 ? 1 : 0);
}
