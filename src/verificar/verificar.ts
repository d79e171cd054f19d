/**
 * Confere os números da sorte, os prêmios na hora e o sorteio de uma promoção a partir do que ela
 * publica. Precisa só de Node 20.12 ou mais novo:
 *
 *   node verificar.mjs https://endereco-da-promocao      confere o que está publicado agora
 *   node verificar.mjs pasta                             confere summary.json, ledger.jsonl,
 *                                                        numbers.csv e schedule.csv da pasta
 *   node verificar.mjs … --evidence arquivo…             confere também com o que alguém guardou:
 *                                                        comprovantes de notas, linhas do registro
 *
 * Uma linha por conferência; termina com 0 se tudo confere, 1 se algo não confere, 2 sem arquivos.
 */
import { createReadStream, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Evidence } from '../rules/held-heads.ts';
import { textLines } from '../rules/text.ts';
import {
  type Check,
  type FileName,
  type PublishedSummary,
  verification,
} from '../rules/verification/checks.ts';

/** Opens what a promotion publishes: the summary's text, and the lines of a file. */
export interface Publication {
  summary(): Promise<string>;
  lines(name: FileName, head: string): Promise<AsyncIterable<string>>;
}

const words = {
  right: 'confere',
  wrong: 'NÃO CONFERE',
  later: 'ainda não',
  note: 'saiba',
} as const;

const fileNames = {
  ledger: 'ledger.jsonl',
  numbers: 'numbers.csv',
  schedule: 'schedule.csv',
} as const;

/** Makes every check, one after another. */
export async function* verify(
  publication: Publication,
  evidence: readonly Evidence[] = [],
): AsyncGenerator<Check, void> {
  const text = await publication.summary();
  const summary = readSummary(text);
  if (!summary) {
    yield { name: 'Contagens', verdict: 'wrong', sentence: 'O resumo não está no formato.' };
    return;
  }
  const open = (name: FileName) => publication.lines(name, summary.ledger.hash);
  for await (const step of verification(summary, open, { evidence })) {
    if (step.step === 'checked') yield step.check;
  }
}

/** Null for a text that is no summary, or that a reader could take for more than it says. */
function readSummary(text: string): PublishedSummary | null {
  try {
    const value = JSON.parse(text);
    const isSummary =
      Number.isInteger(value?.ledger?.position) && typeof value.ledger.hash === 'string';
    return isSummary && JSON.stringify(value) === text ? value : null;
  } catch {
    return null;
  }
}

/** What a promotion publishes at an address, or what was kept of it in a folder. */
export function publicationAt(source: string): Publication {
  if (!/^https?:/.test(source)) {
    const path = (name: string) => join(source, name);
    return {
      summary: async () => (await readFile(path('summary.json'), 'utf8')).trimEnd(),
      lines: async (name) => linesOf(Readable.toWeb(createReadStream(path(fileNames[name])))),
    };
  }
  const download = async (path: string) => {
    const answer = await fetch(new URL(path, source));
    if (!answer.ok || !answer.body) throw new Error(`${answer.url}: ${answer.status}`);
    return answer;
  };
  return {
    summary: async () => (await download('/api/transparency')).text(),
    // The head stands in the address so that no cache answers with an older file.
    lines: async (name, head) =>
      linesOf((await download(`/api/transparency/${fileNames[name]}?head=${head}`)).body),
  };
}

function linesOf(body: unknown): AsyncIterable<string> {
  return textLines(body as ReadableStream<Uint8Array>);
}

/** @returns the exit code. */
async function main([source, option, ...files]: readonly string[]): Promise<number> {
  try {
    if (!source || (option !== undefined && (option !== '--evidence' || files.length === 0))) {
      throw new Error(
        'Uso: node verificar.mjs <endereço da promoção ou pasta> [--evidence arquivo…]',
      );
    }
    const read = async (path: string) => ({
      name: basename(path),
      text: await readFile(path, 'utf8'),
    });
    const evidence = await Promise.all(files.map(read));
    let exitCode = 0;
    for await (const { name, verdict, sentence } of verify(publicationAt(source), evidence)) {
      process.stdout.write(`${words[verdict].padEnd(12)}${name}: ${sentence}\n`);
      if (verdict === 'wrong') exitCode = 1;
    }
    return exitCode;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}

const started = process.argv[1];
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) {
  process.exitCode = await main(process.argv.slice(2));
}
