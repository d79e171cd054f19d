import type { Browser, Page } from '@playwright/test';

/** What a page's own thread did, in milliseconds of processor time. */
export interface MainThread {
  total: number;
  /** The longest task after the one in which the page begins. */
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
  /** When it began. Microseconds. */
  ts: number;
  /** How long it took. Microseconds. */
  dur?: number;
  /** Microseconds of the thread's processor time. */
  tdur?: number;
  args: { name?: string; data?: { url?: string; processId?: number; type?: string } };
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Traces what happens meanwhile on the thread of the page at `origin`. It is the page's alone: throws
 * where another site's frame is in its process.
 */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  { origin, scripts }: { origin: string; scripts: string },
  act: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return onThread(traceEvents, origin, scripts);
}

/**
 * The tasks of the thread that handles the click of `act`, from the click on: milliseconds of
 * processor time, so that what else the machine does counts for nothing.
 */
export async function traceAfterClick(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const events: TraceEvent[] = traceEvents;
  const click = events.find(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click',
  );
  if (!click) throw new Error('The trace has no click');
  // The click is a part of its task, which began earlier.
  const task = ({ name, pid, tid, ts, dur = 0 }: TraceEvent) =>
    name === 'RunTask' && pid === click.pid && tid === click.tid && ts + dur > click.ts;
  return events.filter(task).map(milliseconds);
}

function onThread(events: readonly TraceEvent[], origin: string, scripts: string): MainThread {
  const commits = events.filter(({ name }) => name === 'FrameCommittedInBrowser');
  const isOwn = ({ args }: TraceEvent) => args.data?.url?.startsWith(origin) === true;
  const pid = commits.find(isOwn)?.args.data?.processId;
  const isGuest = (event: TraceEvent) => event.args.data?.processId === pid && !isOwn(event);
  if (commits.some(isGuest)) throw new Error('A frame shares the process of its page');
  const thread = events.find(
    (event) => event.pid === pid && event.args.name === 'CrRendererMain',
  )?.tid;
  const own = events.filter((event) => event.pid === pid && event.tid === thread);
  const beginning = own.find((event) => event.name === 'CommitLoad' && isOwn(event))?.ts;
  if (beginning === undefined) throw new Error('The trace has no beginning of the page');
  const tasks = own.filter(({ name }) => name === 'RunTask');
  const later = tasks.filter(({ ts }) => ts > beginning).map(milliseconds);
  const evaluations = own.filter(
    ({ name, args }) => name === 'EvaluateScript' && args.data?.url?.includes(scripts) === true,
  );
  return {
    total: sum(tasks.map(milliseconds)),
    longest: Math.max(...later),
    blocking: sum(later.map((task) => Math.max(0, task - 50))),
    evaluating: sum(evaluations.map(milliseconds)),
  };
}

function milliseconds({ tdur = 0 }: TraceEvent): number {
  return tdur / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
