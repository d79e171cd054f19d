import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { deriveTheme, type Theme, themeRule } from '../../src/campaign/theme.ts';
import type { ShopPlaces } from '../../src/contract/hotsite.ts';
import { finderSource, homeProps, retailersOf } from '../../src/layouts/site-props.ts';
import { signUpPoll } from '../../src/rules/campaign/polls.ts';
import { firstInstantAfter, instantOf } from '../../src/rules/dates.ts';
import type { PageData } from '../page/page-form.tsx';
import type { CampaignShops } from '../where-to-buy/shops-widget.tsx';

export function shopsOf(snapshot: CampaignSnapshot): CampaignShops {
  const { campaign, hotsite } = snapshot;
  const theme = deriveTheme(hotsite.theme.palette);
  const { ink = '', surface = '', strong = '', edge = '' } = theme;
  return {
    campaign: Number(campaign.id),
    finder: finderSource(snapshot),
    theme: themeRule(settable({ ink, surface, strong, edge }), '.widget'),
    retailers: retailersOf(snapshot),
  };
}

export function placesOf({ hotsite }: CampaignSnapshot): ShopPlaces {
  return hotsite.pages.home.retailers.flatMap(({ name, places }) =>
    places ? [{ name, places }] : [],
  );
}

/**
 * Null when forms need third parties, sign-up or sign-in is off, or the site is not published.
 * @param code of the script that holds them, for the colours that its styles use; by default all
 */
export function formsOf(snapshot: CampaignSnapshot, code?: string): PageData | null {
  const { campaign, hotsite, polls } = snapshot;
  const site = homeProps(snapshot);
  if (campaign.status !== 'PUBLISHED') return null;
  if (!hotsite.registration.enabled || !hotsite.login.enabled) return null;
  if (site.firebaseApiKey || site.recaptchaSiteKey || site.postalUrl) return null;
  const { id, registerOptins, additionalFields, parameters } = site.campaign;
  return {
    campaign: Number(campaign.id),
    ends: firstInstantAfter(campaign.endsAt).getTime(),
    starts: instantOf(campaign.startsAt).getTime(),
    theme: themeRule(
      settable(usedByForms(deriveTheme(hotsite.theme.palette), code)),
      '.promo-page',
    ),
    // Forms in a page show neither the campaign's texts and dates nor its prizes.
    site: {
      campaign: { id, registerOptins, additionalFields, parameters },
      hotsite: site.hotsite,
      apiUrl: site.apiUrl || undefined,
    } as object as PageData['site'],
    poll: signUpPoll(polls),
  };
}

const unusedByForms = /^(?:shadow|disc|tile|footer|primary|on-primary|accent-)/;

function usedByForms(theme: Theme, code?: string): Theme {
  const isUsed = (name: string) =>
    code === undefined ? !unusedByForms.test(name) : code.includes(`var(--${name})`);
  return Object.fromEntries(Object.entries(theme).filter(([name]) => isUsed(name)));
}

/** The page may set each one on the element, as `--promo-{name}`. */
function settable(theme: Theme): Theme {
  const entries = Object.entries(theme);
  return Object.fromEntries(entries.map(([name, hex]) => [name, `var(--promo-${name},${hex})`]));
}
