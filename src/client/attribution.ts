import type { FormSettings } from '../contract/frame-protocol.ts';
import { environment } from '../environment.ts';
import {
  type Attribution,
  attributionIn,
  attributionOf,
  attributionQuery,
  parseHiddenFields,
  readAttribution,
} from '../rules/campaign/attribution.ts';

/**
 * Stores nothing: the browser knows the addresses its user came from.
 * @returns null when no partner or advertisement led the user here
 */
export function attribution(): Attribution | null {
  if (typeof document === 'undefined') return null;
  const { guestSettings = frameSettings } = environment();
  const settings = guestSettings();
  const led = attributionOf(settings) ?? addresses().map(attributionAt).find(Boolean);
  return readAttribution({ ...led, fields: parseHiddenFields(settings['hidden-fields'] ?? '') });
}

function frameSettings(): FormSettings {
  return JSON.parse(document.documentElement.dataset.settings ?? '{}');
}

function attributionAt(address: string): Attribution | null {
  return attributionIn(new URL(address).searchParams);
}

/** What is sent from this path of the site then counts for the same partner. */
export function withAttribution(path: string): string {
  const { pathname, search, hash } = new URL(path, environment().homeUrl());
  const query = attributionQuery(attribution());
  return pathname + search + (search ? query.replace('?', '&') : query) + hash;
}

/** Newest first: this page, earlier ones in this tab, the one that led here; none of an embedder. */
function addresses(): string[] {
  if (environment().guestSettings) return [];
  const earlier = (window.navigation?.entries() ?? []).map(({ url }) => url ?? '').reverse();
  return [location.href, ...earlier, document.referrer].filter((address) =>
    address.startsWith(`${location.origin}/`),
  );
}
