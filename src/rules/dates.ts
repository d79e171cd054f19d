/** A calendar day is `yyyy-MM-dd` text, which compares as it sorts; a moment is ISO 8601 text. */

const saoPaulo = /* @__PURE__ */ new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function onTheClock(instant: Date) {
  const parts = saoPaulo.formatToParts(instant);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    time: `${read('hour')}:${read('minute')}`,
  };
}

/**
 * Text without an offset is São Paulo's time, whatever the device's zone; it has been UTC-3 all
 * year since Decreto 9.772/2019.
 */
export function instantOf(moment: string): Date {
  return new Date(/T[\d:.]+$/.test(moment) ? `${moment}-03:00` : moment);
}

/** The end of a window names the last second that still counts: 23:59:59 ends at 00:00:00. */
export function firstInstantAfter(moment: string): Date {
  return new Date(Math.floor(instantOf(moment).getTime() / 1000) * 1000 + 1000);
}

/** The day in São Paulo at that instant. */
export function dayInSaoPaulo(instant: Date): string {
  const { year, month, day } = onTheClock(instant);
  return `${year}-${month}-${day}`;
}

/** Today by the campaign's clock, which is São Paulo's. */
export function todayInSaoPaulo(now: Date): string {
  return dayInSaoPaulo(now);
}

/** A day that exists, from the year 1900 on. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = /^(19\d\d|[2-9]\d{3})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/**
 * Reads a typed dd/MM/yyyy, also without its bars.
 * @returns null for a day that does not exist or a year before 1900.
 */
export function parseBrazilianDate(text: string): string | null {
  const [, day, month, year] = /^\s*(\d\d)[/.\-\s]?(\d\d)[/.\-\s]?(\d{4})\s*$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDay(date) ? date : null;
}

/** CONST-01: dd/MM/yyyy of a day; other text is returned as it came. */
export function formatDate(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
}

/** CONST-07: DD/MM/YYYY HH:mm of a moment, in São Paulo; other text is returned as it came. */
export function formatDateTime(moment: string): string {
  const instant = instantOf(moment);
  if (Number.isNaN(instant.getTime())) return moment;
  const { day, month, year, time } = onTheClock(instant);
  return `${day}/${month}/${year} ${time}`;
}

/** VAL-11: 18 on the birthday itself; whoever was born on 29 February turns 18 on 1 March. */
export function isAdult(birthDate: string, now: Date): boolean {
  const eighteenth = `${Number(birthDate.slice(0, 4)) + 18}${birthDate.slice(4)}`;
  // In a year without 29 February its text lies between those of 28 February and 1 March.
  return eighteenth <= todayInSaoPaulo(now);
}
