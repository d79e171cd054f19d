import sharp from 'sharp';
import type { Document } from '../contract/hotsite.ts';
import type { PublishedDraw, Winner, WinnerList } from '../contract/winners.ts';
import { formatDate, formatDateTime } from '../rules/dates.ts';
import { disqualifiedSentence, nearestSentence } from '../rules/draws/published-winners.ts';
import { documentPdf, pdfPages } from './pdf.ts';

const pictureWidth = 1000;

export function winnersPdf(list: WinnerList): Promise<Uint8Array> {
  const text: Document = {
    title: 'Ganhadores',
    sections: list.draws.map((draw) => ({ title: draw.name, paragraphs: paragraphsOf(draw) })),
  };
  const note = `${list.promotion} · Publicado em ${formatDateTime(list.publishedAt)}`;
  return documentPdf(text, { note, isCut: true });
}

export async function winnersPicture(list: WinnerList): Promise<Uint8Array> {
  const pages = await pdfPages(await winnersPdf(list), pictureWidth);
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  const places = pages.map(({ picture }, index) => ({
    input: Buffer.from(picture),
    left: 0,
    top: pages.slice(0, index).reduce((sum, page) => sum + page.height, 0),
  }));
  const paper = { width: pictureWidth, height, channels: 3, background: '#fff' } as const;
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
