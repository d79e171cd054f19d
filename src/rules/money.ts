import { formatWhole } from './text.ts';

// Centavos in code, decimal reais on the wire.

/** 'R$ 5,49' from centavos. */
export function formatMoney(centavos: number): string {
  const amount = String(Math.abs(Math.round(centavos))).padStart(3, '0');
  const reais = formatWhole(Number(amount.slice(0, -2)));
  return `${centavos < 0 ? '-' : ''}R$\u00a0${reais},${amount.slice(-2)}`;
}

/** Keeps 'R$' and its figures on one line. */
export function unbrokenMoney(text: string): string {
  return text.replaceAll(/R\$ (?=\d)/g, 'R$\u00a0');
}

/** '5,49' from centavos. */
export function formatAmount(centavos: number): string {
  return formatMoney(centavos).replace(/^R\$\s/, '');
}

/** Decimal reais of the wire as 'R$ 5,49'. */
export function formatReais(amount: number): string {
  return formatMoney(Math.round(amount * 100));
}

/** Centavos of '1.234,56', 'R$ 10', '10,5' or '10.50'; null otherwise, as for a third decimal. */
export function parseMoney(text: string): number | null {
  const amount = text.replaceAll(/\s/g, '').replace(/^R\$/i, '');
  const [, whole, decimals = ''] =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{0,2}))?$/.exec(amount) ??
    /^(\d+)\.(\d{1,2})$/.exec(amount) ??
    [];
  if (whole === undefined) return null;
  const centavos = Number(`${whole.replaceAll('.', '')}${decimals.padEnd(2, '0')}`);
  return Number.isSafeInteger(centavos) ? centavos : null;
}

/**
 * Sums of binary fractions are slightly off (0.1 + 0.2), so the amount is first rounded to six
 * decimals. @returns null if more than two decimals remain
 */
export function toCentavos(amount: number): number | null {
  const centavos = Math.round(amount * 100);
  const isWhole = Math.abs(amount * 100 - centavos) < 0.000_05;
  return Number.isSafeInteger(centavos) && isWhole ? centavos : null;
}

export function fromCentavos(centavos: number): number {
  return centavos / 100;
}

/** From reais; null means no limit. @throws RangeError for more than two decimals: wrong data */
export function limitInCentavos(limit: number | null | undefined): number | null {
  if (limit === null || limit === undefined) return null;
  const centavos = toCentavos(limit);
  if (centavos === null) throw new RangeError(`${limit} is no amount of reais and centavos`);
  return centavos;
}
