import type { whereToBuy } from '../attributes.ts';
import type { AttributeValues } from '../host/attribute-reader.ts';

const names = ['partner', 'utm-source', 'utm-medium', 'utm-campaign'] as const;

/**
 * Adds to a shop's address where its visitor comes from: as set on the element or,
 * without that, as in the page's own address. Parameters already there stay.
 */
export function attributed(
  shop: string,
  site: string,
  options: Pick<AttributeValues<typeof whereToBuy.attributes>, (typeof names)[number]>,
): string {
  const address = new URL(shop, site);
  if (!/^https?:$/.test(address.protocol)) return shop;
  const page = new URLSearchParams(location.search);
  for (const name of names) {
    const parameter = name.replace('-', '_');
    const value = options[name] ?? (name === 'partner' ? null : page.get(parameter));
    if (!value || address.searchParams.has(parameter)) continue;
    // Not with searchParams, which would rewrite the rest of the address.
    address.search += `${address.search && '&'}${new URLSearchParams({ [parameter]: value })}`;
  }
  return address.href;
}
