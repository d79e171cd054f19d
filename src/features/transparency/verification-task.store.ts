import { startWorker } from '../../readers/workers.ts';
import type { Task, Told } from './verification.worker.ts';
import workerUrl from './verification.worker.ts?worker&url';

/**
 * Has a worker do a task, so that the page stays usable over a million numbers.
 * @returns how to stop it.
 */
export function startTask(task: Task, tell: (told: Told) => void): () => void {
  const worker = startWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    tell(data);
    if (data.step === 'ended' || data.step === 'broken') worker.terminate();
  });
  worker.addEventListener('error', () => {
    tell({ step: 'broken', sentence: null });
    worker.terminate();
  });
  worker.postMessage(task);
  return () => worker.terminate();
}
