import type { Browser, Page } from '@playwright/test';

/** What a page's own thread did, in milliseconds of processor time. */
export interface MainThread {
  total: number;
  longest: number;
  /** What tasks have beyond 50 ms, summed. */
  blocking: number;
  /** Running the scripts of these addresses from top to bottom. */
  evaluating: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread's processor time. */
  tdur?: number;
  args: { name?: string; data?: { url?: string; processId?: number } };
}

/** Traces what happens meanwhile on the thread of the page at `origin`; frames of other sites have their own. */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  { origin, scripts }: { origin: string; scripts: string },
  act: () => Promise<void>,
): Promise<MainThread> {
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return onThread(traceEvents, origin, scripts);
}

function onThread(events: readonly TraceEvent[], origin: string, scripts: string): MainThread {
  const committed = events.find(
    ({ name, args }) =>
      name === 'FrameCommittedInBrowser' && args.data?.url?.startsWith(origin) === true,
  );
  const pid = committed?.args.data?.processId;
  const thread = events.find(
    (event) => event.pid === pid && event.args.name === 'CrRendererMain',
  )?.tid;
  const own = events.filter((event) => event.pid === pid && event.tid === thread);
  const tasks = own.filter(({ name }) => name === 'RunTask').map(milliseconds);
  const evaluations = own.filter(
    ({ name, args }) => name === 'EvaluateScript' && args.data?.url?.includes(scripts) === true,
  );
  if (tasks.length === 0) throw new Error('The trace has no task of the page');
  return {
    total: sum(tasks),
    longest: Math.max(...tasks),
    blocking: sum(tasks.map((task) => Math.max(0, task - 50))),
    evaluating: sum(evaluations.map(milliseconds)),
  };
}

function milliseconds({ tdur = 0 }: TraceEvent): number {
  return tdur / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
