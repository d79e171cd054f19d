import { createReceipt } from '../../../../src/contract/receipts.ts';
import type { TestConsumer, TestGateway } from '../../../support/gateway.ts';
import { moderate } from '../../../support/moderation.ts';
import { receiptBody } from '../../../support/receipt-body.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { signedInHost } from '../receipts/signed-in-host.ts';

/** A host whose signed-in user has an approved receipt of R$ 120,00: R$ 12,00 and 24 points. */
export async function personWithCashback(
  gateway: TestGateway,
): Promise<{ host: TestHost; consumer: TestConsumer }> {
  const { host, consumer } = await signedInHost(gateway);
  await approveReceipt(gateway, consumer);
  return { host, consumer };
}

/** Brings R$ 12,00 and 24 points. */
export async function approveReceipt(gateway: TestGateway, consumer: TestConsumer): Promise<void> {
  const body = receiptBody(consumer, gateway.clock.now, { totalAmount: 120 });
  const created = await gateway.call(createReceipt, { token: consumer.token, body });
  await moderate(gateway, created.body.id, { to: 'APPROVED' });
}
