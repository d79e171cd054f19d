import type { Retailer } from '../../src/contract/hotsite.ts';

/** What the widget knows of a campaign. */
export interface CampaignShops {
  readonly campaign: number;
  /** A rule that gives the carousel the campaign's colours. */
  readonly theme: string;
  readonly retailers: readonly Retailer[];
}

/** JSON: in the evergreen script its campaign's shops, in a version, which never changes, null. */
declare const CAMPAIGN_DATA: string;

const brought: unknown = JSON.parse(CAMPAIGN_DATA);

/**
 * The shops of a campaign: those that the script brings, else those that its site publishes.
 * Throws when neither has them.
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
