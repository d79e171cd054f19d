import { environment } from '../environment.ts';
import { type Attribution, attributionIn, readAttribution } from '../rules/attribution.ts';

let framed: Attribution | null = null;

/** What the page around a frame says, in its own words. */
export function setFramedAttribution(said: Parameters<typeof readAttribution>[0]): void {
  framed = readAttribution(said);
}

/**
 * Nothing is stored for it: the browser itself remembers the addresses by which its user came.
 * @returns null for a user whom no partner or advertisement led here
 */
export function attribution(): Attribution | null {
  const said = readAttribution(environment().attribution ?? {});
  return said ?? framed ?? addresses().map(attributionOf).find(Boolean) ?? null;
}

function attributionOf(address: string): Attribution | null {
  return URL.canParse(address) ? attributionIn(new URL(address).searchParams) : null;
}

/** The newest first: this page, those of this site before it in the tab, and the one that linked. */
function addresses(): string[] {
  if (typeof location === 'undefined') return [];
  const entries = window.navigation?.entries() ?? [];
  const earlier = entries.map(({ url }) => url ?? '').reverse();
  const isOwn = document.referrer.startsWith(`${location.origin}/`);
  return [location.href, ...earlier, ...(isOwn ? [document.referrer] : [])];
}
