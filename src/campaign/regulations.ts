import type { Document, Hotsite } from '../contract/hotsite.ts';
import { slugOf } from '../rules/text.ts';
import { type PublishedDocument, publishedDocument } from './fetch-pdf.ts';
import type { CampaignSnapshot } from './snapshot.ts';
import { documentPdf } from './write-pdf.ts';

export interface Regulation {
  slug: string;
  name: string;
  url: string;
  /** Its certificate and, for a later version, what changed; may be empty. */
  note: string;
  summary: string[];
  text: Document | null;
  document: PublishedDocument;
}

let read: Promise<Regulation[]> | undefined;

export function regulationsOf(snapshot: CampaignSnapshot): Promise<Regulation[]> {
  read ??= readAll(snapshot);
  return read;
}

async function readAll({ campaign, hotsite }: CampaignSnapshot): Promise<Regulation[]> {
  const found: Regulation[] = [];
  for (const { type, name, regulationUrl: url } of campaign.engines) {
    if (!url) continue;
    const ofEngine = ({ engineType }: { engineType: string }) => engineType === type;
    const published = hotsite.pages.regulations.find(ofEngine);
    const text = published?.text ?? null;
    const certificate = hotsite.footer.certificates.find(ofEngine)?.number ?? null;
    found.push({
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
  return found;
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
