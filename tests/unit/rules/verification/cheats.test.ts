import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstOfType } from '../../../support/cheat-entries.ts';
import { cheats } from '../../../support/cheats.ts';
import { pageChecks, publicationOf, scriptChecks } from '../../../support/publication.ts';
import { anyStory, honestHistory } from '../../../support/random-history.ts';
import { verifierProgram } from '../../../support/verifier-script.ts';

/** Each cheat is tried on ten promotions; 100,000 more are judged in the bench. */
const numRuns = Number(process.env.RANDOM_CASES ?? 100);

let program: Awaited<ReturnType<typeof verifierProgram>>;
beforeAll(async () => {
  program = await verifierProgram();
});
afterAll(() => program.remove());

/** What both say, which has to be the same. */
async function checksOf(entries: Parameters<typeof publicationOf>[0]) {
  const published = await publicationOf(entries);
  const checks = await pageChecks(published);
  expect(await scriptChecks(program.verify, published)).toEqual(checks);
  return checks;
}

test('both verifiers find honest promotions right', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      const checks = await checksOf(honestHistory(story).entries);
      const verdicts = checks.map(({ name, verdict, sentence }) => [name, verdict, sentence]);
      expect(verdicts.filter(([, verdict]) => verdict === 'wrong')).toEqual([]);
      expect(verdicts.filter(([, verdict]) => verdict === 'right')).toHaveLength(6);
    }),
    { numRuns: numRuns / 2 },
  );
}, 3_600_000);

test('a promotion without a draw is not expected to make one', async () => {
  const [story] = fc.sample(anyStory, { numRuns: 1, seed: 1 });
  if (!story) throw new Error('One was asked for');
  const { entry } = firstOfType(honestHistory(story), 'COMMITMENTS');
  const checks = await checksOf([{ ...entry, draws: [] }]);
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const waiting = checks.filter(({ verdict }) => verdict === 'later');
  expect(waiting.map(({ name }) => name)).toEqual([
    'Números da sorte',
    'Lista de números',
    'Cronograma',
  ]);
});

test('a promotion without instant prizes is not checked for a schedule', async () => {
  const [story] = fc.sample(anyStory, { numRuns: 1, seed: 1 });
  if (!story) throw new Error('One was asked for');
  const { entry } = firstOfType(honestHistory(story), 'COMMITMENTS');
  const checks = await checksOf([{ ...entry, schedules: [] }]);
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const waiting = checks.filter(({ verdict }) => verdict === 'later');
  expect(waiting.map(({ name }) => name)).toEqual([
    'Números da sorte',
    'Lista de números',
    'Sorteio',
  ]);
});

test.each(Object.entries(cheats))(
  'both verifiers name the entry of %s',
  async (_, cheat) => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        const cheated = cheat(honestHistory(story));
        // A history that gives no occasion for this cheat is replaced by another.
        fc.pre(cheated !== null);
        if (!cheated) return;
        const checks = await checksOf(cheated.entries);
        const [fault] = checks.filter(({ verdict }) => verdict === 'wrong');
        expect(fault?.sentence).toMatch(cheated.contradiction);
        if (cheated.position === 0) return;
        expect(fault?.sentence).toMatch(new RegExp(`^O lançamento ${cheated.position} `));
      }),
      { numRuns: Math.max(10, Math.ceil(numRuns / 2 / Object.keys(cheats).length)) },
    );
  },
  3_600_000,
);
