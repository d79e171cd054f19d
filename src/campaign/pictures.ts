import { createHash, hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getMimeType } from 'hono/utils/mime';
import sharp from 'sharp';
import { listPicturesEndpoint, pictureFile } from '../contract/campaign.ts';
import { pathOf } from '../contract/endpoint.ts';
import { sampleBrand } from './19/texts-and-colours.ts';
import { picturesIn } from './checks/site.ts';
import type { CampaignSnapshot } from './snapshot.ts';
import { deriveTheme } from './theme.ts';

interface CampaignPicture {
  /** From `/`, as the data names it. */
  path: string;
  sha256: string;
  base64: string;
}

/** The sample's pictures, which no other campaign's build includes. */
const sampleFolder = join(process.cwd(), 'src/campaign/19/pictures');

const isSample = ({ hotsite }: CampaignSnapshot) => hotsite.header.brand === sampleBrand;

/** True for pictures beside a campaign's file, and for the sample's own in the sample. */
export function hasPicture(file: string, campaign: unknown): (path: string) => boolean {
  const snapshot = campaign as CampaignSnapshot | null;
  const isOurs = snapshot?.hotsite?.header ? isSample(snapshot) : false;
  const folders = [dirname(file), ...(isOurs ? [sampleFolder] : [])];
  return (path) => folders.some((folder) => existsSync(fileIn(folder, path) ?? ''));
}

/** The pictures and regulations that the data names and that are beside the campaign's file. */
export async function readPictures(
  file: string,
  snapshot: CampaignSnapshot,
): Promise<CampaignPicture[]> {
  const pictures = await Promise.all(
    picturePaths(snapshot).map(async (path) => {
      const bytes = await bytesIn(dirname(file), path);
      if (!bytes) return [];
      const sha256 = hash('sha256', bytes, 'hex');
      return [{ path, sha256, base64: bytes.toString('base64') }];
    }),
  );
  return pictures.flat();
}

export function picturePaths(snapshot: CampaignSnapshot): string[] {
  const paths = Array.from(picturesIn(snapshot), ({ text }) => text);
  return [...new Set([...paths, ...regulationFiles(snapshot)])].filter(
    (path) => path.startsWith('/') && isPictureOrPdf(path),
  );
}

/** Any other file would be a page or a script of the site's own origin. */
function isPictureOrPdf(path: string): boolean {
  const type = getMimeType(path) ?? '';
  return type.startsWith('image/') || type === 'application/pdf';
}

/** Documents that come as a PDF; for the others the site makes one of their text. */
function regulationFiles({ campaign, hotsite }: CampaignSnapshot): string[] {
  const writtenTypes = hotsite.pages.regulations.map(({ engineType }) => engineType);
  return campaign.engines.flatMap(({ type, regulationUrl }) =>
    regulationUrl && !writtenTypes.includes(type) ? [regulationUrl] : [],
  );
}

/** Origins of pictures on other hosts, which the pages' policy has to allow. */
export function pictureOrigins(snapshot: CampaignSnapshot): string[] {
  const paths = Array.from(picturesIn(snapshot), ({ text }) => text);
  return [...new Set(paths.filter((path) => URL.canParse(path)).map((url) => new URL(url).origin))];
}

export function hashesOf(pictures: readonly CampaignPicture[]): Record<string, string> {
  return Object.fromEntries(pictures.map(({ path, sha256 }) => [path, sha256]));
}

/** Pictures by path; `version` changes when any of them does. */
export interface LoadedPictures {
  files: ReadonlyMap<string, Buffer>;
  version: string;
}

/** From the gateway, the file's folder or the sample; the build prints which had to be drawn. */
export async function loadPictures(
  snapshot: CampaignSnapshot,
  { CAMPAIGN_API, CAMPAIGN_FILE }: NodeJS.ProcessEnv,
): Promise<LoadedPictures> {
  const ofGateway = CAMPAIGN_API ? await picturesOfGateway(CAMPAIGN_API, snapshot) : null;
  const find = async (path: string): Promise<Buffer | null> =>
    (await ofGateway?.(path)) ??
    (CAMPAIGN_FILE && !CAMPAIGN_API ? await bytesIn(dirname(CAMPAIGN_FILE), path) : null) ??
    (isSample(snapshot) ? await bytesIn(sampleFolder, path) : null);
  const pictures = await Promise.all(
    picturePaths(snapshot).map(async (path) => {
      const bytes = await find(path);
      if (bytes) return [[path, bytes] as const];
      // The regulation's page says itself that it cannot be shown.
      if (regulationFiles(snapshot).includes(path)) return [];
      process.stderr.write(`There is no picture ${path}: a drawing stands in its place.\n`);
      return [[path, await placeholderPicture(snapshot, path)] as const];
    }),
  );
  const entries = pictures.flat();
  const hasher = createHash('sha256');
  for (const [path, bytes] of entries) hasher.update(path).update(bytes);
  return { files: new Map(entries), version: hasher.digest('hex').slice(0, 8) };
}

export async function bytesIn(folder: string, path: string): Promise<Buffer | null> {
  const file = fileIn(folder, path);
  return file ? readFile(file).catch(() => null) : null;
}

/** Null for a path that leads out of the folder. */
function fileIn(folder: string, path: string): string | null {
  const file = join(resolve(folder), path);
  return file.startsWith(join(resolve(folder), '/')) ? file : null;
}

/** Our gateways serve pictures by hash; another server may have them at their own paths. */
async function picturesOfGateway(gateway: string, { campaign }: CampaignSnapshot) {
  const campaignId = String(campaign.id);
  const list = await bytesAt(new URL(pathOf(listPicturesEndpoint.path, { campaignId }), gateway));
  const kept: Record<string, string> = list
    ? listPicturesEndpoint.answer.create(JSON.parse(String(list)))
    : {};
  return (path: string): Promise<Buffer | null> => {
    const sha256 = kept[path];
    if (sha256) return bytesAt(new URL(pathOf(pictureFile, { campaignId, sha256 }), gateway));
    return list ? Promise.resolve(null) : bytesAt(new URL(path, gateway));
  };
}

const maxTries = 5;
const maxPauseSeconds = 60;

/** Null if the server has no such file. No answer, 429 and 5xx fail the build: a drawing in its place would stay. */
async function bytesAt(address: URL, tries = 1): Promise<Buffer | null> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Error(`Picture from ${address}: no answer`, { cause });
  });
  const { ok, status, headers } = response;
  const pauseSeconds = Number(headers.get('retry-after') ?? maxPauseSeconds);
  // Gateways limit how many pictures they hand out in a minute.
  if (status === 429 && tries < maxTries && pauseSeconds <= maxPauseSeconds) {
    await response.body?.cancel();
    await pause(1000 * pauseSeconds);
    return bytesAt(address, tries + 1);
  }
  if (status >= 500 || status === 429) throw new Error(`Picture from ${address}: status ${status}`);
  const isFile = ok && !headers.get('content-type')?.startsWith('text/html');
  return isFile ? Buffer.from(await response.arrayBuffer()) : null;
}

/** Replaces a missing picture, in the campaign's colours and the format of the path's ending. */
async function placeholderPicture({ hotsite }: CampaignSnapshot, path: string): Promise<Buffer> {
  const { primary, accent, tile = '', ink } = deriveTheme(hotsite.theme.palette);
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 150"><rect width="240" height="150" rx="18" fill="${tile}"/><path d="M70 66h100v58q0 8-8 8H78q-8 0-8-8Z" fill="${primary}"/><rect x="62" y="48" width="116" height="26" rx="7" fill="${primary}"/><path d="M62 74h116M112 48v84M128 48v84" stroke="${ink}" stroke-opacity=".25" stroke-width="3"/><path d="M112 48h16v84h-16Z" fill="${accent}"/><path d="M120 48c-14 2-32-4-28-16 4-10 24-6 28 16 4-22 24-26 28-16 4 12-14 18-28 16Z" fill="none" stroke="${accent}" stroke-width="8" stroke-linejoin="round"/><path d="M196 24q2 12 14 14-12 2-14 14-2-12-14-14 12-2 14-14ZM44 92q1.5 9 10 10-8.5 1.5-10 10-1.5-8.5-10-10 8.5-1 10-10Z" fill="${accent}"/></svg>\n`,
  );
  const picture = sharp(drawing, { density: 216 });
  switch (extname(path).toLowerCase()) {
    case '.svg':
      return drawing;
    case '.jpg':
    case '.jpeg':
      return picture.flatten({ background: tile }).jpeg().toBuffer();
    case '.webp':
      return picture.webp().toBuffer();
    default:
      return picture.png().toBuffer();
  }
}
