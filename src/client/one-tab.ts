/**
 * Runs work while no other tab of the site runs work of this name. A browser without Web Locks
 * just runs it.
 */
export async function inOneTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks }: Partial<Navigator> = navigator;
  return locks ? locks.request(name, work) : work();
}
