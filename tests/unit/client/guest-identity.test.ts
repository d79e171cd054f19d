import { expect, test } from 'vitest';
import { guestIdentity } from '../../../src/client/guest-identity.ts';
import { getMeEndpoint } from '../../../src/contract/consumer.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { openHost } from '../../support/site-environment.ts';

const gateway = await gatewayOfFile();

test('a guest who signs out is signed out at the gateway, once', async () => {
  const host = openHost(gateway);
  const { consumer, password } = await gateway.signUp();
  const signedIn = await guestIdentity().signIn(consumer.email, password);
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  const { token } = signedIn.value;
  expect((await gateway.call(getMeEndpoint, { token })).status).toBe(200);
  await guestIdentity().signOut();
  expect((await gateway.call(getMeEndpoint, { token })).status).toBe(401);
  const requestsBefore = host.requests.length;
  await guestIdentity().signOut();
  expect(host.requests).toHaveLength(requestsBefore);
});
