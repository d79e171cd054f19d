import { winnerPage } from '../rules/winner-page.ts';
import { type PublishedDocument, publishedDocument } from './published-document.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/** What `/ganhadores` shows. */
export type Winners =
  | { type: 'IMAGE'; url: string }
  | { type: 'PDF'; url: string; document: PublishedDocument };

let read: Promise<Winners | null> | undefined;

/** The published winners, null while there are none to show; read once. */
export function winnersOf(snapshot: CampaignSnapshot): Promise<Winners | null> {
  read ??= readWinners(snapshot);
  return read;
}

async function readWinners({ campaign }: CampaignSnapshot): Promise<Winners | null> {
  const page = winnerPage(campaign);
  if (!page) return null;
  const { type, url } = page;
  return type === 'IMAGE' ? { type, url } : { type, url, document: await publishedDocument(url) };
}
