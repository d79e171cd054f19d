import { expect, test } from 'vitest';
import { runChaos } from '../bench/chaos.ts';

/** `tests/bench/chaos.ts` does it for as long as it is told. */
test('what four gateways answered is there once and right, though they are killed at random', async () => {
  const life = { least: 2, most: 4 };
  const chaos = await runChaos({ seconds: 4, rate: 10, people: 6, life });
  expect(chaos).toMatchObject({ answered: 40, violations: [] });
  expect(chaos.kills).toBeGreaterThan(0);
}, 120_000);
