import { getTransparency, transparencyFiles } from '../contract/transparency.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

export const fetchTransparency = () => call(getTransparency);

/**
 * Address of a published file.
 * @param head hash where the ledger ends: no cache between has an older file under it.
 */
export function publishedFile(name: keyof typeof transparencyFiles, head: string): string {
  const { apiUrl } = environment().site;
  const url = new URL(transparencyFiles[name], apiUrl || window.location.origin);
  url.searchParams.set('head', head);
  return url.href;
}
