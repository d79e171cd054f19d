/**
 * Confere os números da sorte, os prêmios na hora e o sorteio de uma promoção a partir do que ela
 * publica. Precisa só de Node 20.12 ou mais novo:
 *
 *   node verificar.mjs https://endereco-da-promocao      confere o que está publicado agora
 *   node verificar.mjs https://… --save pasta            e guarda na pasta tudo o que leu
 *   node verificar.mjs pasta                             confere uma pasta guardada assim
 *   node verificar.mjs … --evidence arquivo…             confere também com o que alguém guardou:
 *                                                        comprovantes de notas, resumos assinados
 *
 * Uma linha por conferência; termina com 0 se tudo confere, 1 se algo não confere, 2 sem veredito.
 */
import { createReadStream, realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, Worker } from 'node:worker_threads';
import type { Evidence } from '../rules/log/evidence.ts';
import { readCheckpoint } from '../rules/log/signed-note.ts';
import { textLines } from '../rules/text.ts';
import {
  type ListName,
  type PublishedSummary,
  verification,
} from '../rules/verification/check-promotion.ts';
import { type Check, checkNames } from '../rules/verification/check-result.ts';
import { download } from '../rules/verification/download.ts';
import { newestIn } from '../rules/verification/evidence-in-log.ts';
import { stampSigner } from './stamp-signature.ts';

/** Opens what a promotion publishes: the summary's text, the lines of a list, a file of the log. */
export interface Publication {
  /** @param since how many entries it must cover, so that no cache answers with an older one */
  summary(since: number): Promise<string>;
  lines(name: ListName, head: string): Promise<AsyncIterable<string>>;
  log(path: string): Promise<Uint8Array>;
}

const words = {
  right: 'confere',
  wrong: 'NÃO CONFERE',
  later: 'ainda não',
  note: 'saiba',
} as const;

export async function* verify(
  publication: Publication,
  evidence: readonly Evidence[] = [],
  now = new Date(),
): AsyncGenerator<Check, void> {
  const summary = readSummary(await publication.summary(newestIn(evidence)));
  if (!summary) {
    const sentence = 'O resumo não está no formato.';
    yield { subject: 'counts', name: checkNames.counts, verdict: 'wrong', sentence };
    return;
  }
  const head = readCheckpoint(summary.checkpoint)?.root ?? '';
  const lines = (name: ListName) => publication.lines(name, head);
  const log = (path: string) => publication.log(path);
  for await (const step of verification(
    summary,
    { lines, log },
    { evidence, now, signerOf: stampSigner },
  )) {
    if (step.step === 'checked') yield step.check;
  }
}

/** Null for text that is no summary, or that readers could misunderstand. */
function readSummary(text: string): PublishedSummary | null {
  try {
    const value = JSON.parse(text);
    const isSummary = typeof value?.checkpoint === 'string';
    return isSummary && JSON.stringify(value) === text ? value : null;
  } catch {
    return null;
  }
}

/**
 * What a promotion publishes at an address, or a copy of it in a folder.
 * @param save a folder that gets a copy of everything read
 */
function publicationAt(source: string, save?: string): Publication {
  const isFolder = !/^https?:/.test(source);
  const addressOf = (name: string, query: string) => {
    const path = name === 'summary.json' ? '' : `/${name}`;
    return new URL(`/api/transparency${path}${query}`, source);
  };
  const read = isFolder
    ? (name: string) => readFile(join(source, name))
    : async (name: string, query = '') => {
        const answer = await download(addressOf(name, query));
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (save) await keep(join(save, name), bytes);
        return bytes;
      };
  return {
    summary: async (since) => (await read('summary.json', `?since=${since}`)).toString().trimEnd(),
    lines: async (name, head) => {
      if (isFolder) return linesOf(Readable.toWeb(createReadStream(join(source, `${name}.csv`))));
      // Streamed: a list of a million lines is larger than everything else in memory.
      const { body } = await download(addressOf(`${name}.csv`, `?head=${head}`));
      if (!save || !body) return linesOf(body ?? new Blob().stream());
      const path = join(save, `${name}.csv`);
      await writeFile(path, body);
      return linesOf(Readable.toWeb(createReadStream(path)));
    },
    log: (path) => read(`log/${path}`),
  };
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

function linesOf(body: unknown): AsyncIterable<string> {
  return textLines(body as ReadableStream<Uint8Array>);
}

const usage =
  'Uso: node verificar.mjs <endereço da promoção ou pasta> [--save pasta] [--evidence arquivo…]';

/** All words after --evidence are files. */
function readArguments(args: string[]) {
  const options = { evidence: { type: 'boolean' }, save: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [source, ...files] = positionals;
  const isUnderstood = source !== undefined && (values.evidence === true) === files.length > 0;
  return isUnderstood ? { source, files, save: values.save } : null;
}

/** @returns the exit code. */
async function main(args: string[]): Promise<number> {
  try {
    const asked = readArguments(args);
    if (!asked) throw new Error(usage);
    const read = async (path: string) => ({
      name: basename(path),
      text: await readFile(path, 'utf8'),
    });
    const evidence = await Promise.all(asked.files.map(read));
    let exitCode = 0;
    const publication = publicationAt(asked.source, asked.save);
    for await (const { name, verdict, sentence } of verify(publication, evidence)) {
      process.stdout.write(`${words[verdict].padEnd(12)}${name}: ${sentence}\n`);
      if (verdict === 'wrong') exitCode = 1;
    }
    return exitCode;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}

/** In megabytes. By default, Node lets garbage add half as much again for a million numbers. */
const resourceLimits = { maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 8 };

/** Node lets only a thread limit its memory, not the main program. */
function startWithLittleMemory(): void {
  const argv = process.argv.slice(2);
  const options = { argv, execArgv: [], resourceLimits };
  new Worker(new URL(import.meta.url), options)
    // Such as too little memory, with which Node exits as if something were wrong.
    .once('error', (error) => {
      process.stderr.write(`${error}\n`);
      process.exitCode = 2;
    })
    .once('exit', (code) => {
      process.exitCode ??= code;
    });
}

const started = process.argv[1];
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) {
  if (isMainThread) startWithLittleMemory();
  else process.exitCode = await main(process.argv.slice(2));
}
