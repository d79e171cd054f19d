import type { WinnerList } from '../contract/winners.ts';
import { winnerPage } from '../rules/published-winners.ts';
import { type PublishedDocument, publishedDocument, publishedPicture } from './fetch-pdf.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/** The published file, and the list of winners if the gateway has it. */
export type Winners = { list: WinnerList | null } & (
  | { type: 'IMAGE'; url: string; picture: Uint8Array<ArrayBuffer> | null }
  | { type: 'PDF'; url: string; document: PublishedDocument }
);

let read: Promise<Winners | null> | undefined;

/** Null while there are none to show; read once. */
export function winnersOf(snapshot: CampaignSnapshot): Promise<Winners | null> {
  read ??= readWinners(snapshot);
  return read;
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
