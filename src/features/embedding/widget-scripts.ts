import { create, record, string } from 'superstruct';
import { environment } from '../../environment.ts';
import { trustedAddress } from '../../readers/workers.ts';

/** The hashes of a version's scripts, by file name; empty when they cannot be read. */
export async function readIntegrity(version: string): Promise<Record<string, string>> {
  const { fetch, report } = environment();
  try {
    const hashes: unknown = await (await fetch(`/widgets/${version}/integrity.json`)).json();
    return create(hashes, record(string(), string()));
  } catch (failure) {
    report(failure);
    return {};
  }
}

/** Loads a script of this site into the page, once. */
export function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = trustedAddress(address);
  document.head.append(script);
}
