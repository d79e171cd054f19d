import type { Evidence } from '../../src/rules/log/evidence.ts';
import type { DatedEntry } from '../../src/rules/log/ledger-entry-types.ts';
import {
  type ListName,
  type PublishedSummary,
  verification,
} from '../../src/rules/verification/check-promotion.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import {
  expectedSummary,
  numberLines,
  scheduleLines,
} from '../../src/rules/verification/expected-publication.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../src/rules/verification/replay-state.ts';
import type { Publication } from '../../src/standalone-verifier/verificar.ts';
import { logFrom, writeLog } from './published-log.ts';

/** What a promotion publishes: the summary's text, the lines of each list, the log's files. */
interface PublishedTexts {
  summary: string;
  files: Record<ListName, string[]>;
  log: ReadonlyMap<string, Uint8Array>;
}

/**
 * What an insider would publish after making the whole tree anew and signing it, so that every file
 * goes with the entries. Entries may contradict each other: the lists are made from them as they are.
 */
export async function publicationOf(entries: readonly DatedEntry[]): Promise<PublishedTexts> {
  const state = emptyReplayState();
  for (const entry of entries) await applyNext(state, entry);
  const { checkpoint, files: log } = writeLog(entries.map((entry) => JSON.stringify(entry)));
  const summary = { ...expectedSummary(state), phase: 'over', checkpoint };
  return {
    summary: JSON.stringify(summary),
    files: { numbers: [...numberLines(state)], schedule: [...scheduleLines(state)] },
    log,
  };
}

/** As the page checks it. */
export async function pageChecks(
  { summary, files, log }: PublishedTexts,
  evidence: readonly Evidence[] = [],
): Promise<Check[]> {
  const checks: Check[] = [];
  const parsed: PublishedSummary = JSON.parse(summary);
  const published = { lines: async (name: ListName) => each(files[name]), log: logFrom(log) };
  for await (const step of verification(parsed, published, { evidence })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

/** As the stand-alone program checks it. */
export async function scriptChecks(
  verify: (publication: Publication, evidence?: readonly Evidence[]) => AsyncIterable<Check>,
  { summary, files, log }: PublishedTexts,
  evidence: readonly Evidence[] = [],
): Promise<Check[]> {
  const publication: Publication = {
    summary: async () => summary,
    lines: async (name) => each(files[name]),
    log: logFrom(log),
  };
  const checks: Check[] = [];
  for await (const check of verify(publication, evidence)) checks.push(check);
  return checks;
}

async function* each(lines: readonly string[]): AsyncGenerator<string, void> {
  yield* lines;
}
