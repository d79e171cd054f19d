import type { Transparency } from '../../contract/transparency.ts';
import { textLines } from '../../rules/text.ts';
import {
  type ListName,
  type VerificationOptions,
  verification,
} from '../../rules/verification/check-promotion.ts';
import type { VerificationStep } from '../../rules/verification/check-result.ts';
import { download } from '../../rules/verification/download.ts';
import { type DrawInput, ListLineError, type RepeatedDraw, repeatDraw } from './repeat-draw.ts';

/** The log's address, and for each list an address or the visitor's own copy. */
export type Sources = Readonly<Record<ListName, string | File> & { log: string }>;

export type Task =
  | { kind: 'verify'; summary: Transparency; sources: Sources; own: VerificationOptions }
  | { kind: 'draw'; draw: DrawInput; sources: Sources };

export type TaskMessage =
  | VerificationStep
  | { step: 'drawn'; result: RepeatedDraw }
  | { step: 'ended' }
  | { step: 'broken'; wrongLine: number | null };

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  try {
    for await (const step of run(data)) send(step);
    send({ step: 'ended' });
  } catch (error) {
    send({ step: 'broken', wrongLine: error instanceof ListLineError ? error.line : null });
  }
});

async function* run(task: Task): AsyncGenerator<TaskMessage, void> {
  const lines = async (name: ListName) => textLines(await openSource(task.sources[name]));
  const log = async (path: string) =>
    new Uint8Array(await (await download(`${task.sources.log}/${path}`)).arrayBuffer());
  if (task.kind === 'verify') yield* verification(task.summary, { lines, log }, task.own);
  else yield { step: 'drawn', result: await repeatDraw(task.draw, await lines('numbers')) };
}

async function openSource(source: string | File): Promise<ReadableStream<Uint8Array>> {
  if (typeof source !== 'string') return source.stream();
  const { body } = await download(source);
  if (!body) throw new Error(`${source} is empty`);
  return body;
}

function send(message: TaskMessage): void {
  postMessage(message);
}
