/** Runs work while no other tab runs any of this name; without Web Locks it just runs. */
export async function withTabLock<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { locks } = await askLocks();
  return locks ? locks.request(name, work) : work();
}

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
