import { credentialsKey } from '../../src/storage-keys.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import { moderate } from './moderation.ts';
import { openHost, type TestHost } from './site-environment.ts';

/** A host in which a new consumer of the gateway is signed in. */
export async function signedInHost(
  gateway: TestGateway,
): Promise<{ host: TestHost; consumer: TestConsumer }> {
  const host = openHost(gateway);
  const consumer = await gateway.signUp();
  const tenant = host.site.campaign.parameters.find(({ code }) => code === 'TENANT_ID');
  host.storage.set(
    credentialsKey,
    JSON.stringify({
      version: 1,
      token: consumer.token,
      expiresAt: gateway.clock.now.getTime() + 3_600_000,
      tenantId: tenant?.value,
    }),
  );
  return { host, consumer };
}

/** A host whose signed-in user has an approved receipt of R$ 120,00: R$ 12,00 and 24 points. */
export async function signedInWithCashback(
  gateway: TestGateway,
): Promise<{ host: TestHost; consumer: TestConsumer }> {
  const { host, consumer } = await signedInHost(gateway);
  await approveReceipt(gateway, consumer);
  return { host, consumer };
}

/** Brings R$ 12,00 and 24 points. */
export async function approveReceipt(gateway: TestGateway, consumer: TestConsumer): Promise<void> {
  const { body } = await gateway.sendReceipt(consumer, { totalAmount: 120 });
  await moderate(gateway, body.id, { to: 'APPROVED' });
}
