import { is, record, string } from 'superstruct';
import { environment } from '../../environment.ts';

/** Hash of a script of a version, as its `integrity.json` says; empty when that cannot be read. */
export async function readIntegrity(version: string, widget: string): Promise<string> {
  const { fetch, report } = environment();
  try {
    const hashes: unknown = await (await fetch(`/widgets/${version}/integrity.json`)).json();
    return is(hashes, record(string(), string())) ? (hashes[`${widget}.js`] ?? '') : '';
  } catch (failure) {
    report(failure);
    return '';
  }
}
