import type { Transparency } from '../../contract/transparency.ts';
import { type DrawAgain, type DrawToMake, drawAgain } from './draw-again.ts';
import { type FileName, textLines, type VerificationStep, verification } from './verification.ts';

/** Where the files are: published, under an address, or on the visitor's device. */
export type Sources = Readonly<Record<FileName, string | File>>;

export type Task =
  | { task: 'verify'; summary: Transparency; sources: Sources }
  | { task: 'draw'; draw: DrawToMake; sources: Sources };

export type TaskMessage =
  | VerificationStep
  | { step: 'drawn'; result: DrawAgain }
  | { step: 'ended' }
  | { step: 'broken'; sentence: string | null };

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  try {
    for await (const step of work(data)) postMessage(step);
    tell({ step: 'ended' });
  } catch (error) {
    tell({ step: 'broken', sentence: error instanceof RangeError ? error.message : null });
  }
});

async function* work(task: Task): AsyncGenerator<TaskMessage, void> {
  const open = async (name: FileName) => textLines(await openSource(task.sources[name]));
  if (task.task === 'verify') yield* verification(task.summary, open);
  else yield { step: 'drawn', result: await drawAgain(task.draw, await open('numbers')) };
}

async function openSource(source: string | File): Promise<ReadableStream<Uint8Array>> {
  if (typeof source !== 'string') return source.stream();
  const answer = await fetch(source);
  if (!answer.ok || !answer.body) throw new Error(`${source}: ${answer.status}`);
  return answer.body;
}

function tell(told: TaskMessage): void {
  postMessage(told);
}
