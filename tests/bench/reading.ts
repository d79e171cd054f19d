import type { Figure } from './figure.ts';
import { measureReadingSuccess } from './reading/success.ts';
import { measureTimesByGateway } from './reading/times-by-gateway.ts';
import { measureTimesOnDevice } from './reading/times-on-device.ts';
import { measureWornReceipts } from './reading/worn.ts';

/** How fast the committed receipts are read, and how well others are, on a phone and by the gateway. */
export async function measureReading(): Promise<Figure[]> {
  return [
    ...(await measureTimesOnDevice()),
    ...(await measureTimesByGateway()),
    ...(await measureReadingSuccess()),
    ...(await measureWornReceipts()),
  ];
}
