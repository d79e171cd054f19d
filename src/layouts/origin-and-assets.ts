import { buildPictures } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';

/** Without a slash at the end; null when neither SITE_URL nor the campaign names one. */
export function siteOrigin({ hotsite }: CampaignSnapshot): string | null {
  const { SITE_URL = hotsite.externalUrl } = process.env;
  return SITE_URL?.replace(/\/$/, '') ?? null;
}

export function otherOrigins(): { apiOrigin: string; assetsOrigin: string } {
  const { PUBLIC_API_URL, PUBLIC_ASSETS_URL } = process.env;
  const originOf = (address: string | undefined) => (address ? new URL(address).origin : '');
  return { apiOrigin: originOf(PUBLIC_API_URL), assetsOrigin: originOf(PUBLIC_ASSETS_URL) };
}

/** On PUBLIC_ASSETS_URL, with a version that changes with the pictures; other hosts' unchanged. */
export function assetUrl(path: string): string {
  if (!path.startsWith('/')) return path;
  const { PUBLIC_ASSETS_URL = '' } = process.env;
  return `${PUBLIC_ASSETS_URL.replace(/\/$/, '')}${path}?v=${buildPictures().version}`;
}

export const icons = [
  { name: 'apple-touch-icon', size: 180 },
  { name: 'icone-192', size: 192 },
  { name: 'icone-512', size: 512 },
] as const;
