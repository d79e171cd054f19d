import type { Evidence } from '../../src/rules/held-heads.ts';
import { emptyLedger, headAfter, ledgerLine } from '../../src/rules/ledger.ts';
import type { DatedEntry } from '../../src/rules/ledger-entries.ts';
import { emptyBooks } from '../../src/rules/verification/books.ts';
import {
  type Check,
  type FileName,
  type PublishedSummary,
  verification,
} from '../../src/rules/verification/checks.ts';
import {
  expectedSummary,
  numberLines,
  scheduleLines,
} from '../../src/rules/verification/published-lists.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import type { Publication } from '../../src/verificar/verificar.ts';

/** What a promotion publishes: the summary's text, and the lines of each file. */
export interface PublishedTexts {
  summary: string;
  files: Record<FileName, string[]>;
}

/**
 * What an insider would publish after computing the whole chain anew, so that every file goes with the
 * entries. Entries that contradict each other are told all the same.
 */
export async function publicationOf(entries: readonly DatedEntry[]): Promise<PublishedTexts> {
  const books = emptyBooks();
  const lines: string[] = [];
  let head = emptyLedger;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    head = headAfter(head, text);
    lines.push(ledgerLine(head, text));
    await applyNext(books, entry);
  }
  const summary = { ...expectedSummary(books), phase: 'over', ledger: head };
  return {
    summary: JSON.stringify(summary),
    files: { ledger: lines, numbers: [...numberLines(books)], schedule: [...scheduleLines(books)] },
  };
}

/** As the page checks it. */
export async function pageChecks(
  { summary, files }: PublishedTexts,
  evidence: readonly Evidence[] = [],
): Promise<Check[]> {
  const checks: Check[] = [];
  const parsed: PublishedSummary = JSON.parse(summary);
  for await (const step of verification(parsed, async (name) => each(files[name]), { evidence })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

/** As the program checks it that people run by themselves. */
export async function scriptChecks(
  verify: (publication: Publication, evidence?: readonly Evidence[]) => AsyncIterable<Check>,
  { summary, files }: PublishedTexts,
  evidence: readonly Evidence[] = [],
): Promise<Check[]> {
  const publication: Publication = {
    summary: async () => summary,
    lines: async (name) => each(files[name]),
  };
  const checks: Check[] = [];
  for await (const check of verify(publication, evidence)) checks.push(check);
  return checks;
}

async function* each(lines: readonly string[]): AsyncGenerator<string, void> {
  yield* lines;
}
