import { expect, test } from 'vitest';
import { runChaos } from '../bench/chaos.ts';

/** `tests/bench/chaos.ts` does it for as long as one likes, with four. */
test('the answers of two gateways that are killed at random are stored once and right', async () => {
  const life = { least: 0.3, most: 1, deaths: 1 };
  const chaos = await runChaos({ gateways: 2, seconds: 2, rate: 10, people: 4, life });
  expect(chaos).toMatchObject({ answered: 20, violations: [] });
  expect(chaos.kills).toBeGreaterThan(0);
}, 120_000);
