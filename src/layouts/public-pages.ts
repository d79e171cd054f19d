import { regulationsOf } from '../campaign/regulations.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import {
  faqPath,
  homePath,
  privacyPath,
  regulationPath,
  simulatorPath,
  transparencyPath,
  winnersPath,
} from '../paths.ts';
import { winnerPage } from '../rules/winners.ts';

/** Origin of the site as people see it, without a slash at its end; null when nothing says it. */
export function siteOrigin({ hotsite }: CampaignSnapshot): string | null {
  const { SITE_URL = hotsite.externalUrl } = process.env;
  return SITE_URL?.replace(/\/$/, '') ?? null;
}

/** Paths of the pages that search engines may list. */
export async function publicPages(snapshot: CampaignSnapshot): Promise<string[]> {
  const [, ...otherRegulations] = await regulationsOf(snapshot);
  return [
    homePath,
    faqPath,
    simulatorPath,
    regulationPath,
    transparencyPath,
    ...otherRegulations.map(({ slug }) => `${regulationPath}/${slug}`),
    ...(snapshot.hotsite.pages.privacy ? [privacyPath] : []),
    ...(winnerPage(snapshot.campaign) ? [winnersPath] : []),
  ];
}
