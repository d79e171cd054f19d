/**
 * Runs work while no other tab of the site runs work of this name. A browser without Web Locks, or
 * one that refuses them inside the page of another site, just runs it.
 */
export async function withTabLock<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { locks } = await askLocks();
  return locks ? locks.request(name, work) : work();
}

/** Names of the work that runs in some tab now; none are known without Web Locks. */
export async function runningWork(): Promise<ReadonlySet<string>> {
  const { held } = await askLocks();
  return new Set(held.map(({ name = '' }) => name));
}

async function askLocks(): Promise<{ locks: LockManager | undefined; held: LockInfo[] }> {
  const { locks }: Partial<Navigator> = navigator;
  try {
    const { held = [] } = (await locks?.query()) ?? {};
    return { locks, held };
  } catch {
    return { locks: undefined, held: [] };
  }
}
