/**
 * Runs work while no other tab of the site runs work of this name. A browser without Web Locks
 * just runs it.
 */
export async function inOneTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks }: Partial<Navigator> = navigator;
  return locks ? locks.request(name, work) : work();
}

/** Names of the work that runs in some tab now; none are known without Web Locks. */
export async function runningWork(): Promise<ReadonlySet<string>> {
  const { locks }: Partial<Navigator> = navigator;
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name));
}
