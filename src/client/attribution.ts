import type { FormSettings } from '../contract/frame-protocol.ts';
import { type Attribution, attributionIn, readAttribution } from '../rules/attribution.ts';

/**
 * Nothing is stored for it: the browser itself remembers the addresses by which its user came.
 * @returns null for a user whom no partner or advertisement led here
 */
export function attribution(): Attribution | null {
  if (typeof document === 'undefined') return null;
  // JSON that a page sets of the form within: around the form, or on <html> in a frame. Other parts
  // of the page may have an attribute of this name too, with anything in it.
  const around = document.querySelector<HTMLElement>('.promo-page') ?? document.documentElement;
  const said = attributionOf(JSON.parse(around.dataset['settings'] ?? '{}'));
  const attributionAt = (address: string) => attributionIn(new URL(address).searchParams);
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

/** Newest first: this page, earlier pages of the site in this tab, and the page that linked here. */
function addresses(): string[] {
  const earlier = (window.navigation?.entries() ?? []).map(({ url }) => url ?? '').reverse();
  return [location.href, ...earlier, document.referrer].filter((address) =>
    address.startsWith(`${location.origin}/`),
  );
}
