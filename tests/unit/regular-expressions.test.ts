import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = new URL('../../src/', import.meta.url);

/** These read what strangers send; all others run in the browser of the user who typed the text. */
const files = ['contract', 'gateway', 'rules'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.ts')),
);

/** As long as a header may be; longer texts are refused or cost their sender as much. */
const length = 16_000;

/** Milliseconds; a search that looks once takes a thousandth of it, one that starts anew everywhere ten times as much. */
const timeoutMs = 10;

test.each(files)('no text keeps the searches of %s busy', (file) => {
  for (const expression of expressionsOf(file)) {
    for (const text of hostileTexts(expression)) {
      expect(
        millisecondsOf(expression, text),
        `${expression} on ${JSON.stringify(text.slice(0, 20))}…`,
      ).toBeLessThan(timeoutMs);
    }
  }
});

function expressionsOf(file: string): RegExp[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const found: RegExp[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** One beginning, the same over and over, and an end that lets the search fail. */
function hostileTexts({ source }: RegExp): string[] {
  const literals = source
    .replaceAll(/\\[a-z](?:\{[^}]*\})?/gi, ' ')
    .split(/[^\p{L}\d/=%:;,<-]+/u)
    .filter(Boolean);
  const pumps = [...' \na0A-./,=%á"', ...literals, ...literals.map((each) => `${each} `)];
  return pumps.flatMap((pump) =>
    ['', literals[0] ?? 'a'].flatMap((beginning) =>
      ['!', '\n!'].map((end) => beginning + pump.repeat(length / pump.length) + end),
    ),
  );
}

/** The quickest of up to five runs: what else the machine does is no fault of the search. */
function millisecondsOf(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least >= timeoutMs; run += 1) {
    const before = performance.now();
    if (expression.global) text.replaceAll(expression, '');
    else expression.test(text);
    least = Math.min(least, performance.now() - before);
  }
  return least;
}
