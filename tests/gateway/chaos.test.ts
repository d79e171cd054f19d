import { expect, test } from 'vitest';
import { runChaos } from '../bench/chaos.ts';

/** `tests/bench/chaos.ts` does it for as long as it is told. */
test('what four gateways answered is there once and right, though they are killed at random', async () => {
  const life = { least: 1, most: 2 };
  const chaos = await runChaos({ seconds: 2, rate: 10, people: 4, life });
  expect(chaos).toMatchObject({ answered: 20, violations: [] });
  expect(chaos.kills).toBeGreaterThan(0);
}, 120_000);
