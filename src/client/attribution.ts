import type { FormSettings } from '../contract/frame-protocol.ts';
import { type Attribution, attributionIn, readAttribution } from '../rules/attribution.ts';

/**
 * What a page sets of the form within, as JSON: on <html> in a frame, else around the form. Other
 * parts of the page may have an attribute of this name too, with anything in it.
 */
const settingsMark = ':is(html,.promo-page)[data-settings]';

/**
 * Nothing is stored for it: the browser itself remembers the addresses by which its user came.
 * @returns null for a user whom no partner or advertisement led here
 */
export function attribution(): Attribution | null {
  if (typeof document === 'undefined') return null;
  const { settings = '{}' } = document.querySelector<HTMLElement>(settingsMark)?.dataset ?? {};
  const said = attributionOf(JSON.parse(settings));
  return said ?? addresses().map(attributionAt).find(Boolean) ?? null;
}

function attributionOf(settings: FormSettings): Attribution | null {
  return readAttribution({
    partner: settings.partner,
    source: settings['utm-source'],
    medium: settings['utm-medium'],
    campaign: settings['utm-campaign'],
  });
}

function attributionAt(address: string): Attribution | null {
  return URL.canParse(address) ? attributionIn(new URL(address).searchParams) : null;
}

/** The newest first: this page, those of this site before it in the tab, and the one that linked. */
function addresses(): string[] {
  const entries = window.navigation?.entries() ?? [];
  const earlier = entries.map(({ url }) => url ?? '').reverse();
  const isOwn = document.referrer.startsWith(`${location.origin}/`);
  return [location.href, ...earlier, ...(isOwn ? [document.referrer] : [])];
}
