import type { Transparency } from '../../contract/transparency.ts';
import { textLines } from '../../rules/text.ts';
import {
  type FileName,
  type VerificationStep,
  type VisitorsOwn,
  verification,
} from '../../rules/verification/checks.ts';
import { type DrawAgain, type DrawToMake, drawAgain } from './draw-again.ts';

export type Sources = Readonly<Record<FileName, string | File>>;

export type Task =
  | { task: 'verify'; summary: Transparency; sources: Sources; own: VisitorsOwn }
  | { task: 'draw'; draw: DrawToMake; sources: Sources };

export type TaskMessage =
  | VerificationStep
  | { step: 'drawn'; result: DrawAgain }
  | { step: 'ended' }
  | { step: 'broken'; sentence: string | null };

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  try {
    for await (const step of run(data)) send(step);
    send({ step: 'ended' });
  } catch (error) {
    send({ step: 'broken', sentence: error instanceof RangeError ? error.message : null });
  }
});

async function* run(task: Task): AsyncGenerator<TaskMessage, void> {
  const open = async (name: FileName) => textLines(await openSource(task.sources[name]));
  if (task.task === 'verify') yield* verification(task.summary, open, task.own);
  else yield { step: 'drawn', result: await drawAgain(task.draw, await open('numbers')) };
}

async function openSource(source: string | File): Promise<ReadableStream<Uint8Array>> {
  if (typeof source !== 'string') return source.stream();
  const response = await fetch(source);
  if (!response.ok || !response.body) throw new Error(`${source}: ${response.status}`);
  return response.body;
}

function send(message: TaskMessage): void {
  postMessage(message);
}
