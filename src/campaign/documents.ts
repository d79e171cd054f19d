import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Document, Hotsite } from '../contract/hotsite.ts';
import type { PublishedDraw, Winner, WinnerList } from '../contract/winners.ts';
import { formatDate, formatDateTime } from '../rules/dates.ts';
import {
  disqualifiedSentence,
  nearestSentence,
  winnerPage,
} from '../rules/draws/published-winners.ts';
import { slugOf } from '../rules/text.ts';
import { buildPictures } from './load.ts';
import { documentPdf, type PdfPage, pdfPages } from './pdf.ts';
import { bytesIn } from './pictures.ts';
import type { CampaignSnapshot } from './snapshot.ts';

export interface Regulation {
  slug: string;
  name: string;
  url: string;
  /** The certificate and, for a later version, what changed; may be empty. */
  note: string;
  summary: string[];
  text: Document | null;
  document: PublishedDocument;
}

export function downloadLabel(document: PublishedDocument): string {
  if (document.state !== 'readable') return 'Baixar PDF';
  return `Baixar PDF (${Math.ceil(document.pdf.length / 1000)} KB)`;
}

let regulations: Promise<Regulation[]> | undefined;

export function regulationsOf(snapshot: CampaignSnapshot): Promise<Regulation[]> {
  regulations ??= readRegulations(snapshot);
  return regulations;
}

async function readRegulations({ campaign, hotsite }: CampaignSnapshot): Promise<Regulation[]> {
  const ofEngines: Regulation[] = [];
  for (const { type, name, regulationUrl: url } of campaign.engines) {
    if (!url) continue;
    const ofEngine = ({ engineType }: { engineType: string }) => engineType === type;
    const published = hotsite.pages.regulations.find(ofEngine);
    const text = published?.text ?? null;
    const certificate = hotsite.footer.certificates.find(ofEngine)?.number ?? null;
    ofEngines.push({
      slug: slugOf(name),
      name,
      url,
      note: noteOf(certificate, published),
      summary: published?.summary ?? [],
      text,
      // The site writes this PDF itself, from the text that the campaign carries.
      document: await (text && url.startsWith('/')
        ? publishedDocument(url, () => documentPdf(text, { note: noteOf(certificate, published) }))
        : publishedDocument(url)),
    });
  }
  return ofEngines;
}

function noteOf(
  certificate: string | null,
  published: Hotsite['pages']['regulations'][number] | undefined,
): string {
  const { version, notice } = published ?? {};
  const parts = [
    certificate && `Certificado de Autorização ${certificate}`,
    notice && `Versão ${version}: ${notice}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

type Winners = { list: WinnerList | null } & (
  | { type: 'IMAGE'; url: string; picture: Uint8Array<ArrayBuffer> | null }
  | { type: 'PDF'; url: string; document: PublishedDocument }
);

let winners: Promise<Winners | null> | undefined;

/** Null while there are none to show; read once. */
export function winnersOf(snapshot: CampaignSnapshot): Promise<Winners | null> {
  winners ??= readWinners(snapshot);
  return winners;
}

async function readWinners(snapshot: CampaignSnapshot): Promise<Winners | null> {
  const page = winnerPage(snapshot.campaign);
  if (!page) return null;
  const { type } = page;
  const list = snapshot.winners ?? null;
  const url = addressAt(process.env['PUBLIC_API_URL'], page.url);
  const source = addressAt(process.env['CAMPAIGN_API'], page.url);
  if (type === 'IMAGE') return { type, url, list, picture: await publishedPicture(source) };
  return { type, url, list, document: await publishedDocument(source) };
}

/** A file that the gateway itself publishes has only a path. */
function addressAt(gateway: string | undefined, url: string): string {
  return gateway && url.startsWith('/api/') ? new URL(url, gateway).href : url;
}

export function winnersPdf(list: WinnerList): Promise<Uint8Array> {
  const text: Document = {
    title: 'Ganhadores',
    sections: list.draws.map((draw) => ({ title: draw.name, paragraphs: paragraphsOf(draw) })),
  };
  const note = `${list.promotion} · Publicado em ${formatDateTime(list.publishedAt)}`;
  return documentPdf(text, { note, isCut: true });
}

export async function winnersPicture(list: WinnerList): Promise<Uint8Array> {
  const pages = await pdfPages(await winnersPdf(list), pageWidth);
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  const places = pages.map(({ picture }, index) => ({
    input: Buffer.from(picture),
    left: 0,
    top: pages.slice(0, index).reduce((sum, page) => sum + page.height, 0),
  }));
  const paper = { width: pageWidth, height, channels: 3, background: '#fff' } as const;
  return sharp({ create: paper }).composite(places).webp().toBuffer();
}

function paragraphsOf(draw: PublishedDraw) {
  const { certificate, extraction, federalPrizes, drawn, winners, disqualified } = draw;
  return [
    ...(certificate ? [`Certificado de autorização ${certificate}.`] : []),
    `Loteria Federal, extração de ${formatDate(extraction)}: ${federalPrizes
      .map((prize, index) => `${index + 1}º prêmio ${prize}`)
      .join(', ')}.`,
    `Número apurado: ${drawn}. ${nearestSentence(draw)}`.trimEnd(),
    ...(winners.length > 0 ? winners.map(lineOf) : ['Não houve número contemplado.']),
    ...(disqualified ?? []).map(disqualifiedSentence),
  ];
}

function lineOf({ prize, number, name, document, city }: Winner): string {
  const who = [name, document, city].filter(Boolean).join(', ');
  return `${prize}: número da sorte ${number}, ${who}.`;
}

/** Links a PDF even if it could not be read. */
export type PublishedDocument =
  | { state: 'readable'; pdf: Uint8Array; pages: PdfPage[] }
  | { state: 'unreadable' };

/** Width of the pictures in pixels, as wide as a page is ever shown. */
const pageWidth = 1000;
/** The same for a photographed list, whose small letters need twice the size. */
const pictureWidth = 2000;
/** A host that takes longer counts as down. */
const documentTimeoutMs = 30_000;
/** Most bytes of a file on another host; longer ones would fill the build's memory. */
const maxBytes = 50_000_000;

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
    return { state: 'readable', pdf, pages: await pdfPages(pdf, pageWidth) };
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    process.stderr.write(`The PDF ${url} cannot be shown, its page links to it: ${reason}\n`);
    return { state: 'unreadable' };
  }
}

/**
 * Copies a picture to the site, made smaller. If it cannot be read, returns null and prints its
 * address.
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
  if (url.startsWith('/')) {
    const bytes = buildPictures().files.get(url) ?? (await bytesIn(besideCampaign(), url));
    // The library of PDFs takes no Buffer.
    if (bytes) return new Uint8Array(bytes);
    throw new Error('no such file beside the campaign');
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(documentTimeoutMs) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A path for each page's picture, as Astro's getStaticPaths wants it: `{name}-1`, `{name}-2` … */
export function pagePictures(name: string, document: PublishedDocument) {
  if (document.state === 'unreadable') return [];
  return document.pages.map(({ picture }, index) => ({
    params: { picture: `${name}-${index + 1}` },
    props: { picture },
  }));
}
