import type { Retailer } from '../../src/contract/hotsite.ts';

export interface CampaignShops {
  readonly campaign: number;
  readonly theme: string;
  readonly retailers: readonly Retailer[];
}

/** JSON: the campaign's shops in the evergreen script; null in a version, which never changes. */
declare const CAMPAIGN_DATA: string;

const brought: unknown = JSON.parse(CAMPAIGN_DATA);

/**
 * From the script, else from the campaign's site.
 * @throws when neither has them
 */
export async function campaignShops(origin: string, campaign: number): Promise<CampaignShops> {
  if (isShops(brought) && brought.campaign === campaign) return brought;
  const response = await fetch(`${origin}/widgets/campaign-${campaign}/where-to-buy.json`, {
    credentials: 'omit',
  });
  const answer: unknown = await response.json();
  if (!isShops(answer)) throw new Error('No shops');
  return answer;
}

function isShops(value: unknown): value is CampaignShops {
  return typeof value === 'object' && value !== null && 'retailers' in value && 'theme' in value;
}

/** Links in the element, each with the shop's mark where it has one. */
export function listedShops(host: Element): Retailer[] {
  return [...host.querySelectorAll<HTMLAnchorElement>('li > a[href]')]
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map((link) => ({
      name: link.textContent.trim(),
      logo: link.querySelector('img')?.src ?? '',
      url: link.href,
    }));
}
