import type { Retailer } from '../../src/contract/hotsite.ts';

/** The shops of the list that an element holds: links, each with the shop's mark where it has one. */
export function listedShops(host: Element): Retailer[] {
  return [...host.querySelectorAll<HTMLAnchorElement>('li > a[href]')]
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map((link) => ({
      name: link.textContent.trim(),
      logo: link.querySelector('img')?.src ?? '',
      url: link.href,
    }));
}
