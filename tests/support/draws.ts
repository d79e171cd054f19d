import { firstInstantAfter, todayInSaoPaulo } from '../../src/rules/dates.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import { operateOn } from './operator.ts';
import { sendReceipt } from './participant.ts';

/** They point at 4.50153. */
export const federalPrizes = '12345,67890,11121,31415,92653';

/** Gives a new person a receipt with this one number; returns the receipt's id. */
export async function giveNumber(
  site: TestGateway,
  who: TestConsumer,
  [series, number]: readonly [series: number, number: number],
): Promise<number> {
  const { id } = await sendReceipt(site, who, 25.9);
  await site.gateway.database.query(
    'update lucky_numbers set series = $2, number = $3 where receipt_id = $1',
    [id, series, number],
  );
  return Number(id);
}

/** Lets the campaign end, and three days more. */
export function passTheEnd({ gateway, clock }: TestGateway): void {
  const { endsAt } = gateway.campaign.campaign;
  clock.now = new Date(firstInstantAfter(endsAt).getTime() + 3 * 24 * 60 * 60 * 1000);
}

/** Makes the draw from today's extraction. */
export function drawToday(site: TestGateway, ...words: string[]) {
  const extraction = todayInSaoPaulo(site.clock.now);
  const line = ['draw', '--federal', federalPrizes, '--extraction', extraction];
  return operateOn(site, ...line, '--output', 'json', ...words);
}
