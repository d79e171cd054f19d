import type { whereToBuy } from '../attributes.ts';
import type { AttributeValues } from '../host/attribute-reader.ts';

const names = ['partner', 'utm-source', 'utm-medium', 'utm-campaign'] as const;

/**
 * The shop's address, which also says where its visitor comes from: as the element has it, and
 * without that as the page's own address has it. What the shop's address says already stays.
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
    // Not by searchParams, which would write the rest of the address anew.
    address.search += `${address.search && '&'}${new URLSearchParams({ [parameter]: value })}`;
  }
  return address.href;
}
