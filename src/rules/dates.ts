// A day is `yyyy-MM-dd`, a moment ISO 8601.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** São Paulo is three hours behind UTC all year since Decreto 9.772/2019. */
const saoPauloOffsetMs = 3 * hourMs;

/** `yyyy-MM-ddTHH:mm:ss` in São Paulo. A formatter with a time zone costs a phone tens of ms. */
export function clockInSaoPaulo(instant: Date): string {
  return new Date(instant.getTime() - saoPauloOffsetMs).toISOString().slice(0, 19);
}

export function addMs(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

/** A time without an offset is São Paulo's; a day alone would be midnight in UTC. */
export function instantOf(moment: string): Date {
  return new Date(/T[\d:.]+$/.test(moment) ? `${moment}-03:00` : moment);
}

/** Campaigns name the last second that counts, such as 23:59:59; this is the first after it. */
export function firstInstantAfter(moment: string): Date {
  return new Date(Math.floor(instantOf(moment).getTime() / 1000) * 1000 + 1000);
}

export function dayInSaoPaulo(instant: Date): string {
  return clockInSaoPaulo(instant).slice(0, 10);
}

export function startOfDayInSaoPaulo(instant: Date): Date {
  return instantOf(`${dayInSaoPaulo(instant)}T00:00:00`);
}

/** From the year 1900 on. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = /^(19\d\d|[2-9]\d{3})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** dd/MM/yyyy, also without bars; null for a day that does not exist or lies before 1900. */
export function parseBrazilianDate(text: string): string | null {
  const [, day, month, year] = /^\s*(\d\d)[/.\-\s]?(\d\d)[/.\-\s]?(\d{4})\s*$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDay(date) ? date : null;
}

/** DD/MM/YYYY; other text stays. */
export function formatDate(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
}

export function formatDayOf(moment: string): string {
  return formatDate(dayInSaoPaulo(instantOf(moment)));
}

/** DD/MM/YYYY HH:mm:ss in São Paulo, as spreadsheets take it. */
export function secondInSaoPaulo(instant: Date): string {
  const [day = '', time = ''] = clockInSaoPaulo(instant).split('T');
  return `${formatDate(day)} ${time}`;
}

/** DD/MM/YYYY HH:mm in São Paulo; other text stays. */
export function formatDateTime(moment: string): string {
  const instant = instantOf(moment);
  if (Number.isNaN(instant.getTime())) return moment;
  const [day = '', time = ''] = clockInSaoPaulo(instant).split('T');
  return `${formatDate(day)} ${time.slice(0, 5)}`;
}

/** '30/11/2026, às 23:59', to stand in a sentence. */
export function momentInSentence(moment: string): string {
  return formatDateTime(moment).replace(' ', ', às ');
}
