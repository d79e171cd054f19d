import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { deriveTheme, type Theme } from '../../src/campaign/theme.ts';
import { assetUrl } from '../../src/layouts/asset-url.ts';
import type { CampaignShops } from '../where-to-buy/campaign-shops.ts';

/** What the carousel shows of a campaign. */
export function shopsOf({ campaign, hotsite }: CampaignSnapshot): CampaignShops {
  const theme = deriveTheme(hotsite.theme.palette);
  return {
    campaign: Number(campaign.id),
    theme: themeRule(theme),
    retailers: hotsite.pages.home.retailers.map((one) => ({ ...one, logo: assetUrl(one.logo) })),
  };
}

/** Colours of the carousel that a page may set, as `--promo-{name}`. */
const colours = ['ink', 'surface', 'strong', 'edge'];

function themeRule(theme: Theme): string {
  const declarations = colours.map((name) => `--${name}:var(--promo-${name},${theme[name]})`);
  return `.widget{${declarations.join(';')}}`;
}
