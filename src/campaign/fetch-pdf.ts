import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { type PdfPage, pdfPages } from './pdf-pages.ts';

/** A PDF that could not be read is linked all the same. */
export type PublishedDocument =
  | { state: 'readable'; pdf: Uint8Array; pages: PdfPage[] }
  | { state: 'unreadable' };

/** Width of the pictures in pixels, the widest that a page is shown. */
const width = 1000;
/** The same of a photographed list, whose small letters are read at twice the size. */
const pictureWidth = 2000;
/** Milliseconds; a host that takes longer counts as down. */
const timeoutMs = 30_000;

/**
 * An unreadable PDF does not stop the build, which prints its address and continues.
 * @param url on another host, or a file of the site
 */
export async function publishedDocument(
  url: string,
  read: () => Promise<Uint8Array> = () => bytesAt(url),
): Promise<PublishedDocument> {
  try {
    const pdf = await read();
    return { state: 'readable', pdf, pages: await pdfPages(pdf, width) };
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    process.stderr.write(`The PDF ${url} cannot be shown, its page links to it: ${reason}\n`);
    return { state: 'unreadable' };
  }
}

/**
 * A picture as a file of the site's own: pages show none of other hosts. One that could not be read
 * is null, and its address is printed.
 * @param url on another host, or a file beside the campaign
 */
export async function publishedPicture(url: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const bytes = await bytesAt(url);
    const picture = sharp(bytes).rotate().resize({ width: pictureWidth, withoutEnlargement: true });
    return new Uint8Array(await picture.webp().toBuffer());
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    process.stderr.write(`The picture ${url} cannot be shown, its page links to it: ${reason}\n`);
    return null;
  }
}

function besideCampaign(): string {
  const file = process.env['CAMPAIGN_FILE'];
  return file ? dirname(file) : join(process.cwd(), 'src/campaign/19/pictures');
}

async function bytesAt(url: string): Promise<Uint8Array> {
  if (url.startsWith('/')) return readFile(join(besideCampaign(), url));
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A path for the picture of each page, as Astro's getStaticPaths wants them: `{name}-1`, `{name}-2` … */
export function pagePictures(name: string, document: PublishedDocument) {
  if (document.state === 'unreadable') return [];
  return document.pages.map(({ picture }, index) => ({
    params: { picture: `${name}-${index + 1}` },
    props: { picture },
  }));
}
