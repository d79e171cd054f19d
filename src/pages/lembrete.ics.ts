import type { APIRoute } from 'astro';
import { buildCampaign } from '../campaign/load.ts';
import type { Campaign } from '../contract/campaign.ts';
import { siteOrigin } from '../layouts/origin-and-assets.ts';
import { instantOf } from '../rules/dates.ts';

/** For people who came before the start. */
export const GET: APIRoute = async () => {
  const snapshot = await buildCampaign();
  const entry = calendarEntry(snapshot.campaign, siteOrigin(snapshot));
  return new Response(entry, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } });
};

/** An hour in the calendar at the promotion's start, with a reminder (RFC 5545). */
export function calendarEntry(
  { id, name, startsAt }: Pick<Campaign, 'id' | 'name' | 'startsAt'>,
  origin: string | null,
): string {
  const start = instantOf(startsAt);
  const end = new Date(start.getTime() + 60 * 60 * 1000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//promo-site//campanha ${id}//PT`,
    'BEGIN:VEVENT',
    `UID:campanha-${id}@${origin ? new URL(origin).host : 'promo-site'}`,
    `DTSTAMP:${stampOf(start)}`,
    `DTSTART:${stampOf(start)}`,
    `DTEND:${stampOf(end)}`,
    `SUMMARY:${escaped(`Começa a promoção ${name}`)}`,
    `DESCRIPTION:${escaped('Compre, guarde a nota e envie pelo site.')}`,
    ...(origin ? [`URL:${origin}/`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(`Começa a promoção ${name}`)}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** 20251001T030000Z */
function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** A line has at most 75 bytes; the rest goes on the next one, after a space. */
function folded(line: string): string {
  const parts = [''];
  for (const character of line) {
    const last = parts.at(-1) ?? '';
    const room = parts.length === 1 ? 75 : 74;
    if (Buffer.byteLength(last + character) > room) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts.join('\r\n ');
}
