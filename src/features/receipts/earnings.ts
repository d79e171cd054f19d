import type { Campaign } from '../../contract/campaign.ts';
import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { formatReais } from '../../rules/money.ts';
import { formatPoints, pointsAlias } from '../../rules/points.ts';
import { type EngineResult, engineResult } from './engine-result.ts';

/** '12 números da sorte' of numbers that count; null when none does. */
export function numbersText(numbers: readonly LuckyNumber[]): string | null {
  const valid = numbers.filter(({ voided }) => !voided).length;
  if (valid === 0) return null;
  return valid === 1 ? '1 número da sorte' : `${valid} números da sorte`;
}

/** '12 pontos', by the campaign's own word for them. */
export function pointsText(points: number, campaign: Pick<Campaign, 'engines'>): string {
  return formatPoints(points, pointsAlias(campaign));
}

/** What a receipt earned, in one line; null for nothing. */
export function earningsText(
  { engineOrders, status }: Pick<Receipt, 'engineOrders' | 'status'>,
  campaign: Pick<Campaign, 'engines'>,
): string | null {
  const parts = engineOrders.map((order) => partOf(engineResult(order, status), campaign));
  return parts.filter((part) => part !== null).join(' + ') || null;
}

function partOf(result: EngineResult, campaign: Pick<Campaign, 'engines'>): string | null {
  switch (result.kind) {
    case 'numbers':
      return numbersText(result.numbers);
    case 'prize':
      return result.text === 'Parabéns, você ganhou' ? 'prêmio na hora' : 'provável prêmio na hora';
    case 'cashback':
      return `${formatReais(result.value)} de cashback`;
    case 'points':
      return pointsText(result.points, campaign);
    case 'text':
    case 'nothing':
      return null;
    default:
      return result satisfies never;
  }
}
