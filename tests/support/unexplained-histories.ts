import type { TestGateway } from './gateway.ts';
import { isLinearizable } from './linearizable.ts';
import { sequenceModel, walletModel } from './promotion-models.ts';
import { seededRandom } from './receipts/random.ts';
import { recordHistory } from './record-history.ts';

/**
 * Records histories and answers those that no order explains, each with the seed it was recorded
 * with; the same seed chooses the same acts, though they may not meet in the same way.
 */
export async function unexplainedHistories(
  site: TestGateway,
  { seed, runs }: { seed: number; runs: number },
): Promise<string[]> {
  const { database } = site.gateway;
  await database.query('update prize_stock set quantity = 1000000 where quantity > 0');
  const unexplained: string[] = [];
  for (let run = seed; run < seed + runs; run += 1) {
    const [sequence] = await database.query<{ issued: number }>(
      'select issued from lucky_number_sequences',
    );
    const history = await recordHistory(site, seededRandom(run));
    const explained = {
      cashback: isLinearizable(history.cashback, walletModel),
      points: isLinearizable(history.points, walletModel),
      numbers: isLinearizable(history.numbers, sequenceModel(sequence?.issued ?? 0)),
    };
    for (const part of ['cashback', 'points', 'numbers'] as const) {
      if (explained[part]) continue;
      unexplained.push(`seed ${run}, ${part}: ${JSON.stringify(history[part])}`);
    }
  }
  return unexplained;
}
