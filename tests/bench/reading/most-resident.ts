import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that a process has held, in megabytes. proc(5): VmHWM. */
export function mostResident(process: number): number {
  const [, kilobytes = 0] =
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1_000_000;
}

/** Processes that this one has started. */
export function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === process.pid);
}

/** proc(5): the fourth field of stat; null for a process that has gone. */
function parentOf(id: number): number | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
