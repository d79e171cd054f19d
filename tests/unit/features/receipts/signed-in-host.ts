import { credentialsKey } from '../../../../src/storage-keys.ts';
import type { TestConsumer, TestGateway } from '../../../support/gateway.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

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
