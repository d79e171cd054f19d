import { afterAll } from 'vitest';
import { openGateway, type TestGateway } from './gateway.ts';

/** A gateway for all tests of the file that calls this; it closes after the last one. */
export async function gatewayOfFile(
  options?: Parameters<typeof openGateway>[0],
): Promise<TestGateway> {
  const gateway = await openGateway(options);
  afterAll(() => gateway.close());
  return gateway;
}
