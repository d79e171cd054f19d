import type { Frame, Page } from '@playwright/test';

/** What happened on a page since it began to load. Milliseconds; times since its navigation. */
export interface Vitals {
  largestPaint: number;
  firstPaint: number;
  layoutShift: number;
  /** When each island was live, by the name of its component. */
  live: Record<string, number>;
  /** Tasks of 50 ms and more: when they began and how long they took. */
  longTasks: { start: number; duration: number }[];
  /** From a press or a key to the next paint: what was slow, and how slow. */
  interactions: { name: string; target: string; duration: number }[];
}

/** Runs in every document before its own scripts: notes what the browser tells of it. */
export function watchVitals(): void {
  const vitals: Vitals = {
    largestPaint: 0,
    firstPaint: 0,
    layoutShift: 0,
    live: {},
    longTasks: [],
    interactions: [],
  };
  Object.defineProperty(window, 'vitals', { value: vitals, configurable: true });
  const watch = <Kind extends PerformanceEntry>(
    type: string,
    note: (entry: Kind) => void,
    options: { durationThreshold?: number } = {},
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Kind);
    }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.largestPaint = startTime;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.firstPaint = startTime;
  });
  watch<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift', (shift) => {
    if (!shift.hadRecentInput) vitals.layoutShift += shift.value;
  });
  watch('longtask', ({ startTime, duration }) => {
    vitals.longTasks.push({ start: startTime, duration });
  });
  watch<PerformanceEventTiming & { interactionId: number }>(
    'event',
    ({ name, target, duration, interactionId }) => {
      if (!interactionId) return;
      const element = target instanceof Element ? target : null;
      const label = element?.id || element?.textContent?.trim().slice(0, 30) || '';
      vitals.interactions.push({
        name,
        target: `${element?.localName ?? ''} ${label}`.trim(),
        duration,
      });
    },
    { durationThreshold: 16 },
  );
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof Element) || target.hasAttribute('ssr')) continue;
      const name = target.getAttribute('component-export') ?? '';
      vitals.live[name] ??= performance.now();
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['ssr'] });
}

/** What was noted so far in a page or one of its frames. */
export function vitalsOf(page: Page | Frame): Promise<Vitals> {
  return page.evaluate(() => Reflect.get(window, 'vitals') as Vitals);
}

/** What long tasks have beyond 50 ms, summed: Total Blocking Time, if asked once all is loaded. */
export function blockingTime({ longTasks }: Pick<Vitals, 'longTasks'>): number {
  return longTasks.reduce((total, { duration }) => total + duration - 50, 0);
}

/** The longest of the tasks above 50 ms; 0 without one. */
export function longestTask({ longTasks }: Pick<Vitals, 'longTasks'>): number {
  return Math.max(0, ...longTasks.map(({ duration }) => duration));
}
