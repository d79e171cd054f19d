import type { FormSettings } from '../contract/frame-protocol.ts';
import {
  type Attribution,
  attributionIn,
  parseHiddenFields,
  readAttribution,
} from '../rules/campaign/attribution.ts';

/** In an embedder's page; a login beside it has settings of its own, and sends no attribution. */
const signUpInPage = ':is(promo-sign-up, [data-promo-widget=sign-up]) > .promo-page';

/**
 * Stores nothing: the browser knows the addresses its user came from.
 * @returns null when no partner or advertisement led the user here
 */
export function attribution(): Attribution | null {
  if (typeof document === 'undefined') return null;
  // The page's settings are around the form, or on <html> in a frame. We look nowhere
  // else, because a page may use an attribute of this name for itself.
  const around = document.querySelector<HTMLElement>(signUpInPage) ?? document.documentElement;
  const settings: FormSettings = JSON.parse(around.dataset['settings'] ?? '{}');
  const attributionAt = (address: string) => attributionIn(new URL(address).searchParams);
  const led = attributionOf(settings) ?? addresses().map(attributionAt).find(Boolean);
  return readAttribution({ ...led, fields: parseHiddenFields(settings['hidden-fields'] ?? '') });
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
