import {
  dayInSaoPaulo,
  dayMs,
  firstInstantAfter,
  formatDate,
  hourMs,
  instantOf,
} from '../dates.ts';
import { formatWhole } from '../text.ts';

interface PromotionNews {
  instantPrizes: readonly { total: number; left: number }[];
  lastWin?: { at: string; state?: string | null | undefined } | null | undefined;
  total?: { receipts: number; luckyNumbers: number } | null | undefined;
}

export type Fact = readonly [figure: string, counted: string];

export interface HomeFacts {
  open: readonly Fact[];
  closed: readonly Fact[];
}

/** What is known when the page is built; days as '30/11/2026'. */
export interface KnownAtBuild {
  prizes: number | null;
  lastDay: string;
  drawDay: string | null;
  /** The promotion has closed since its prizes are gone, maybe long before its last day. */
  isSoldOut?: boolean;
}

export function homeFacts(
  known: KnownAtBuild,
  news?: PromotionNews & { timeLeft: string },
): HomeFacts {
  const { prizes, lastDay, drawDay } = known;
  const left = (news?.instantPrizes.length ? waitingPrizes(news) : prizes) ?? 0;
  const won = (prizes ?? 0) - left;
  const { receipts = 0, luckyNumbers = 0 } = news?.total ?? {};
  const sums: Fact[] = [
    counted(receipts, 'nota no total', 'notas no total'),
    counted(luckyNumbers, 'número da sorte', 'números da sorte'),
    counted(won, 'prêmio na hora', 'prêmios na hora'),
  ];
  return {
    open: [
      ...(prizes ? [counted(left, 'prêmio restante', 'prêmios restantes')] : []),
      news
        ? [news.timeLeft, `para enviar, até ${shortDay(lastDay)}`]
        : [shortDay(lastDay), 'é o último dia'],
      ...(drawDay ? [[shortDay(drawDay), 'é o dia do sorteio'] as const] : []),
    ],
    closed: receipts > 0 ? sums.filter(([figure]) => figure !== '0') : endFacts(known),
  };
}

function endFacts({ lastDay, drawDay, isSoldOut }: KnownAtBuild): Fact[] {
  const facts: Fact[] = [
    isSoldOut ? ['0', 'prêmios restantes'] : [shortDay(lastDay), 'foi o último dia'],
  ];
  if (drawDay) facts.push([shortDay(drawDay), 'dia do sorteio']);
  return facts;
}

/** A fact has the width of a third of a phone. */
function shortDay(day: string): string {
  return day.slice(0, 5);
}

export function counted(count: number, one: string, many: string): Fact {
  return [formatWhole(count), count === 1 ? one : many];
}

export function parseNews(value: unknown): PromotionNews | null {
  const { instantPrizes, lastWin, total }: Record<string, unknown> = { ...Object(value) };
  if (!Array.isArray(instantPrizes) || !instantPrizes.every(isCount)) return null;
  return {
    instantPrizes,
    lastWin: isWin(lastWin) ? lastWin : null,
    total: isTotal(total) ? total : null,
  };
}

function isTotal(value: unknown): value is NonNullable<PromotionNews['total']> {
  const { receipts, luckyNumbers }: Record<string, unknown> = { ...Object(value) };
  return Number.isInteger(receipts) && Number.isInteger(luckyNumbers);
}

function isCount(value: unknown): value is { total: number; left: number } {
  const { total, left }: Record<string, unknown> = { ...Object(value) };
  return Number.isInteger(total) && Number.isInteger(left);
}

function isWin(value: unknown): value is { at: string; state?: string } {
  const { at, state }: Record<string, unknown> = { ...Object(value) };
  const hasState = typeof state === 'string' || state === null || state === undefined;
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && hasState;
}

function waitingPrizes({ instantPrizes }: PromotionNews): number {
  return instantPrizes.reduce((sum, { left }) => sum + left, 0);
}

/** Calendar days in São Paulo, 0 for the same day. */
function daysBetween(earlier: Date, later: Date): number {
  const dayOf = (instant: Date) => Date.parse(dayInSaoPaulo(instant));
  return Math.max(0, (dayOf(later) - dayOf(earlier)) / dayMs);
}

export function timeLeftText(endsAt: string, now: Date): string {
  if (now >= firstInstantAfter(endsAt)) return 'encerrada';
  const days = daysBetween(now, instantOf(endsAt));
  if (days === 0) return 'só hoje';
  return days === 1 ? '1 dia' : `${days} dias`;
}

/** 'Faltam 12 dias', 'É amanhã!', 'É hoje! Faltam 3 horas'. */
export function countdownText(startsAt: string, now: Date): string {
  const days = daysBetween(now, instantOf(startsAt));
  if (days > 1) return `Faltam ${days} dias`;
  if (days === 1) return 'É amanhã!';
  const hours = Math.max(0, Math.ceil((instantOf(startsAt).getTime() - now.getTime()) / hourMs));
  return hours > 1 ? `É hoje! Faltam ${hours} horas` : 'É hoje! Falta menos de 1 hora';
}

/** The prize was won within the hour that begins at `at`. */
export function lastWinText(
  { at, state }: NonNullable<PromotionNews['lastWin']>,
  now: Date,
): string {
  const ofState = state ? `, ${placeOf(state)}` : '';
  return `O último prêmio saiu ${whenText(at, now)}${ofState}.`;
}

function whenText(at: string, now: Date): string {
  const instant = instantOf(at);
  const hours = Math.floor((now.getTime() - instant.getTime()) / hourMs);
  if (hours < 1) return 'agora há pouco';
  if (hours < 12) return hours === 1 ? 'há 1 hora' : `há ${hours} horas`;
  const days = daysBetween(instant, now);
  if (days === 0) return 'hoje';
  return days === 1 ? 'ontem' : `em ${formatDate(dayInSaoPaulo(instant))}`;
}

function placeOf(state: string): string {
  return places[state] ?? `em ${state}`;
}

/** Each state with its preposition, as a sentence needs it. */
const places: Readonly<Record<string, string>> = {
  AC: 'no Acre',
  AL: 'em Alagoas',
  AM: 'no Amazonas',
  AP: 'no Amapá',
  BA: 'na Bahia',
  CE: 'no Ceará',
  DF: 'no Distrito Federal',
  ES: 'no Espírito Santo',
  GO: 'em Goiás',
  MA: 'no Maranhão',
  MG: 'em Minas Gerais',
  MS: 'em Mato Grosso do Sul',
  MT: 'em Mato Grosso',
  PA: 'no Pará',
  PB: 'na Paraíba',
  PE: 'em Pernambuco',
  PI: 'no Piauí',
  PR: 'no Paraná',
  RJ: 'no Rio de Janeiro',
  RN: 'no Rio Grande do Norte',
  RO: 'em Rondônia',
  RR: 'em Roraima',
  RS: 'no Rio Grande do Sul',
  SC: 'em Santa Catarina',
  SE: 'em Sergipe',
  SP: 'em São Paulo',
  TO: 'no Tocantins',
};
