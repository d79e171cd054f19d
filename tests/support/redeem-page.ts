import { expect, vi } from 'vitest';
import { deleteCredentials, readCredentials } from '../../src/client/credentials.ts';
import {
  $catalogue,
  type CataloguePrize,
} from '../../src/features/redeem/prize-catalogue.store.ts';
import { followCatalogue } from '../../src/features/redeem/redeem.store.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import { moderate } from './moderation.ts';
import { waitFor } from './wait-for.ts';

/** Prizes of the campaign, by their engine's ids. */
export const [basket, familyBasket, travelKit, brushKit] = [501, 502, 503, 504] as const;

/**
 * As much of a browser's page as the stores follow. Only after a gateway was opened: its database
 * would take the page for a browser to run in.
 */
export function stubBrowser(): void {
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { pathname: '/resgatar', search: '' } }),
  );
  const marks = { documentElement: { dataset: {} }, visibilityState: 'visible' };
  vi.stubGlobal('document', Object.assign(new EventTarget(), marks));
}

/** Opens the page for the host's signed-in user. @returns a function that leaves it */
export async function openRedeemPage(): Promise<() => void> {
  readCredentials();
  const leave = followCatalogue();
  await waitFor(() => expect($catalogue.get().state).toBe('loaded'));
  return () => {
    leave();
    deleteCredentials();
  };
}

export function prize(id: number): CataloguePrize {
  const catalogue = $catalogue.get();
  const found =
    catalogue.state === 'loaded' && catalogue.value.prizes.find((each) => each.id === id);
  if (!found) throw new Error(`No prize ${id} on offer`);
  return found;
}

/** Credits points, two or more, through an approved receipt; R$ 5,00 are one. */
export async function earnPoints(
  gateway: TestGateway,
  consumer: TestConsumer,
  points: number,
): Promise<void> {
  const { body } = await gateway.sendReceipt(consumer, { totalAmount: points * 5 });
  await moderate(gateway, body.id, { to: 'APPROVED' });
}
