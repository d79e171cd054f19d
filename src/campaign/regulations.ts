import type { Document } from '../contract/hotsite.ts';
import { slugOf } from '../rules/text.ts';
import { documentPdf } from './document-pdf.ts';
import { type PublishedDocument, publishedDocument } from './published-document.ts';
import type { CampaignSnapshot } from './snapshot.ts';

export interface Regulation {
  /** Last part of the page's address. */
  slug: string;
  name: string;
  url: string;
  certificate: string | null;
  text: Document | null;
  document: PublishedDocument;
}

let read: Promise<Regulation[]> | undefined;

/** Every engine with a regulation address, in engine order; read once. */
export function regulationsOf(snapshot: CampaignSnapshot): Promise<Regulation[]> {
  read ??= readAll(snapshot);
  return read;
}

async function readAll({ campaign, hotsite }: CampaignSnapshot): Promise<Regulation[]> {
  const found: Regulation[] = [];
  for (const { type, name, regulationUrl: url } of campaign.engines) {
    if (!url) continue;
    const ofEngine = ({ engineType }: { engineType: string }) => engineType === type;
    const text = hotsite.pages.regulations.find(ofEngine)?.text ?? null;
    const certificate = hotsite.footer.certificates.find(ofEngine)?.number ?? null;
    found.push({
      slug: slugOf(name),
      name,
      url,
      certificate,
      text,
      // The site writes this PDF itself, from the text that the campaign carries.
      document: await (text && url.startsWith('/')
        ? publishedDocument(url, () => documentPdf(text, { note: noteOf(certificate) }))
        : publishedDocument(url)),
    });
  }
  return found;
}

function noteOf(certificate: string | null): string {
  return certificate ? `Certificado de Autorização ${certificate}` : '';
}
