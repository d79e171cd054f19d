import type { SignUpBody } from '../../src/contract/consumer.ts';
import type { Transparency } from '../../src/contract/transparency.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { endCampaign } from '../support/changed-campaign.ts';
import { federalPrizes } from '../support/drawn-campaign.ts';
import { registerAt, sendReceiptTo } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect } from './fixtures.ts';
import { serveTestSite } from './site-pool.ts';

interface RunningPromotion extends ServedSite {
  /** Who has sent its three receipts. */
  readonly participant: SignUpBody;
}

/** A promotion while it runs, with three numbers, one of them void. */
export async function startPromotion(): Promise<RunningPromotion> {
  const site = await serveTestSite('everything');
  const ana = await registerAt(site);
  for (const totalAmount of [20, 30]) await sendReceiptTo(site, ana, { totalAmount });
  const id = await sendReceiptTo(site, ana, { totalAmount: 40 });
  await site.operator('receipts', 'move', id, 'REJECTED', '--reason', 'ILLEGIBLE');
  await published(site, ({ draws }) => draws[0]?.voided === 1);
  return { ...site, participant: ana.person };
}

/**
 * The same after its draw. Its pages were built from another's winner, whom they take from no gateway.
 * @param allowedOrigins whose pages may hold the site's widgets
 */
export async function drawPromotion(
  running: RunningPromotion,
  allowedOrigins = '',
): Promise<RunningPromotion> {
  await running.kill();
  await endCampaign(running.dataDirectory);
  const site = await serveTestSite('drawn', {
    dataDirectory: running.dataDirectory,
    variables: { ALLOWED_ORIGINS: allowedOrigins },
  });
  await site.operator('close');
  const today = dayInSaoPaulo(new Date());
  const confirmed = ['--confirm', 'Escovou, Brilhou!', '--unjudged', 'Em análise'];
  const prizes = ['--federal', federalPrizes, '--extraction', today, ...confirmed];
  await site.operator('draw', ...prizes);
  await site.operator('winners');
  await published(site, ({ results }) => results.length === 1);
  return { ...site, participant: running.participant };
}

/** Waits until it is in the published log, a second at most. */
async function published(site: ServedSite, isThere: (summary: Transparency) => boolean) {
  const isPublished = async () =>
    isThere(await (await fetch(`${site.url}/api/transparency`)).json());
  await expect.poll(isPublished).toBe(true);
}
