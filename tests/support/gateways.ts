import { openGateway, type TestGateway } from './gateway.ts';

/**
 * Several gateways over one database, each with connections of its own, as processes of one promotion
 * have them; calls go to one after the other.
 */
export async function openGateways(
  quantity: number,
  options: Parameters<typeof openGateway>[0] & { databaseUrl: string },
): Promise<TestGateway> {
  const clock = { now: new Date() };
  const first = await openGateway({ ...options, clock });
  const gateways = [first];
  while (gateways.length < quantity) gateways.push(await openGateway({ ...options, clock }));
  let turn = 0;
  const next = () => {
    turn += 1;
    return gateways[turn % quantity] ?? first;
  };
  return {
    ...first,
    app: (...call) => next().app(...call),
    call: (...call) => next().call(...call),
    send: (...call) => next().send(...call),
    close: async () => {
      for (const gateway of gateways) await gateway.close();
    },
  };
}
