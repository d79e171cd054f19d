import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '../contract/hotsite.ts';
import { documentPdf } from './document-pdf.ts';
import { type PdfPage, pdfPages } from './pdf-pages.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/** The rules of one engine, as its page shows them. */
export interface Regulation {
  /** Last part of the page's address. */
  slug: string;
  /** What its toggle reads: the engine's name. */
  name: string;
  url: string;
  certificate: string | null;
  text: Document | null;
  pdf: Uint8Array;
  pages: PdfPage[];
}

/** Pictures as wide as a page is ever shown. */
const WIDTH = 1000;

let read: Promise<Regulation[]> | undefined;

/** The rules of every engine that has a regulation address, in engine order; read once. */
export function regulationsOf(snapshot: CampaignSnapshot): Promise<Regulation[]> {
  read ??= readAll(snapshot);
  return read;
}

async function readAll({ campaign, hotsite }: CampaignSnapshot): Promise<Regulation[]> {
  const found: Regulation[] = [];
  for (const { type, name, regulationUrl } of campaign.engines) {
    if (!regulationUrl) continue;
    const text = hotsite.pages.regulations.find(({ engineType }) => engineType === type)?.text;
    const certificate = hotsite.footer.certificates.find(({ engineType }) => engineType === type);
    const pdf = await pdfOf(regulationUrl, text ?? null, certificate?.number ?? '');
    found.push({
      slug: slugOf(name),
      name,
      url: regulationUrl,
      certificate: certificate?.number ?? null,
      text: text ?? null,
      pdf,
      pages: await pdfPages(pdf, WIDTH),
    });
  }
  return found;
}

/** A regulation of another host is fetched; one of this site is written from its text, or a file. */
async function pdfOf(url: string, text: Document | null, certificate: string): Promise<Uint8Array> {
  if (!url.startsWith('/')) return fetchBytes(url);
  if (text) return documentPdf(text, { note: `Certificado de Autorização ${certificate}` });
  return readFile(join(process.cwd(), 'public', url));
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Regulation ${url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
