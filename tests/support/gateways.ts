import { type GatewayOptions, openGateway, type TestGateway } from './gateway.ts';

/** Several gateways that take calls in turn, as processes of one promotion do. */
interface TestGateways extends TestGateway {
  readonly each: readonly TestGateway[];
}

/** Over one database, each with its own connections; `over` shares those of others. */
export async function openGateways(
  quantity: number,
  { over, ...options }: GatewayOptions & { databaseUrl?: string; over?: TestGateways },
): Promise<TestGateways> {
  const clock = { now: new Date() };
  const each: TestGateway[] = [];
  while (each.length < quantity) {
    const lent = over?.each[each.length]?.gateway.database;
    each.push(await openGateway({ ...options, clock, ...(lent && { database: lent }) }));
  }
  const [first] = each;
  if (!first) throw new RangeError('No gateway');
  let turn = 0;
  const next = () => {
    turn += 1;
    return each[turn % quantity] ?? first;
  };
  return {
    ...first,
    each,
    app: (...call) => next().app(...call),
    call: (...call) => next().call(...call),
    send: (...call) => next().send(...call),
    close: async () => {
      for (const gateway of each) await gateway.close();
    },
  };
}
