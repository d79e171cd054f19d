import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import { iconPng } from '../drawings/brand-icon.ts';
import { emailPicture, sharingPicture } from '../drawings/brand-pictures.ts';
import { icons } from '../layouts/origin-and-assets.ts';
import { emailPicturePath, emailPoses } from '../paths.ts';

type Draw = (snapshot: CampaignSnapshot) => Promise<Uint8Array>;

/** The picture of a shared link, an upright one for the install dialog, heads of emails, and icons. */
const pictures: readonly (readonly [picture: string, draw: Draw])[] = [
  ['compartilhar', (snapshot) => sharingPicture(snapshot)],
  ['instalar', (snapshot) => sharingPicture(snapshot, 'tall')],
  ...emailPoses.map((pose): [string, Draw] => [
    emailPicturePath(pose).slice(1, -'.png'.length),
    (snapshot) => emailPicture(snapshot, pose),
  ]),
  ...icons.map(({ name, size }): [string, Draw] => [name, ({ hotsite }) => iconPng(hotsite, size)]),
];

export function getStaticPaths() {
  return pictures.map(([picture, draw]) => ({ params: { picture }, props: { draw } }));
}

export const GET: APIRoute<{ draw: Draw }> = async ({ props: { draw } }) =>
  new Response(new Uint8Array(await draw(await buildCampaign())), {
    headers: { 'Content-Type': 'image/png' },
  });
