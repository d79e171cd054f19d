import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import { formatMoney } from '../../rules/money.ts';
import { currentCode } from '../../rules/rewards/prize-delivery.ts';
import { readConsents } from '../consumers/consents.ts';
import type { Queries } from '../db/database.ts';
import { type ConsumerRecord, findWalletStatus } from '../db/queries/consumers.ts';
import { findOwnDeliveries } from '../deliveries/queries.ts';
import type { OperatorRow } from '../receipts/describe-for-operator.ts';
import { findRedemptions } from '../redemptions/queries.ts';
import { describeItems } from '../redemptions/redeem.ts';
import { findIncidentsOf } from '../support/queries.ts';
import { findCashbackEntries, sumCashbackWallet, sumPoints } from '../wallets/queries.ts';
import { countNumbersOf, countReceiptsOf, findSignIns } from './queries.ts';

interface Person {
  consumer: ConsumerRecord;
  snapshot: CampaignSnapshot;
}

/** All that support asks about a person, one subject a row, without document and addresses. */
export async function describeConsumer(queries: Queries, person: Person): Promise<OperatorRow[]> {
  const { id, type, name, createdAt } = person.consumer;
  return [
    ...Object.entries({ id, type, name, registeredAt: createdAt }).map(rowOf),
    ...(await receiptRows(queries, id)),
    ...(await prizeRows(queries, person)),
    ...(await walletRows(queries, id)),
    ...(await redemptionRows(queries, id)),
    ...(await incidentRows(queries, id)),
    ...(await consentRows(queries, person)),
    ...(await sessionRows(queries, person)),
  ];
}

function rowOf([what, value]: [string, OperatorRow['value']]): OperatorRow {
  return { what, value };
}

function partsOf(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ');
}

async function receiptRows(queries: Queries, consumerId: number): Promise<OperatorRow[]> {
  const receipts = await countReceiptsOf(queries, consumerId);
  const numbers = await countNumbersOf(queries, consumerId);
  return [
    ...receipts.map(({ status, count, doubted }) => ({
      what: `receipts ${status}`,
      value: partsOf(String(count), doubted && `doubted: ${doubted}`),
    })),
    { what: 'numbers', value: numbers.valid },
    { what: 'void numbers', value: numbers.void },
  ];
}

async function prizeRows(queries: Queries, { consumer, snapshot }: Person): Promise<OperatorRow[]> {
  return (await findOwnDeliveries(queries, consumer.id)).map((delivery) => {
    const prize = findById(snapshot.prizes, delivery.campaignPrizeId)?.description ?? null;
    const value = partsOf(delivery.status, prize, currentCode(delivery));
    return { what: `prize of ${delivery.win}`, value };
  });
}

async function walletRows(queries: Queries, consumerId: number): Promise<OperatorRow[]> {
  const entries = await findCashbackEntries(queries, consumerId);
  const withdrawals = entries.filter(({ type }) => type === 'WITHDRAW');
  return [
    { what: 'wallet', value: await findWalletStatus(queries, consumerId) },
    { what: 'cashback', value: formatMoney(await sumCashbackWallet(queries, consumerId)) },
    ...withdrawals.map(({ id, status, valueCentavos }) => ({
      what: `withdrawal ${id}`,
      value: partsOf(status, formatMoney(valueCentavos)),
    })),
    { what: 'points', value: await sumPoints(queries, consumerId) },
  ];
}

async function redemptionRows(queries: Queries, consumerId: number): Promise<OperatorRow[]> {
  return (await findRedemptions(queries, consumerId)).map((redemption) => {
    const status = redemption.returnedAt ? 'RETURNED' : redemption.status;
    const value = partsOf(status, describeItems(redemption.items), redemption.trackingCode);
    return { what: `order ${redemption.id}`, value };
  });
}

async function incidentRows(queries: Queries, consumerId: number): Promise<OperatorRow[]> {
  const incidents = await findIncidentsOf(queries, consumerId);
  return incidents
    .filter(({ status }) => status !== 'RESOLVED')
    .map(({ id, status, subject }) => ({
      what: `incident ${id}`,
      value: partsOf(status, subject),
    }));
}

async function consentRows(
  queries: Queries,
  { consumer, snapshot }: Person,
): Promise<OperatorRow[]> {
  const consents = await readConsents(queries, snapshot.campaign, consumer.id);
  return consents.flatMap(({ code, given, history }) => {
    const [newest] = history;
    if (!newest) return [];
    return { what: `consent ${code}`, value: given ? new Date(newest.givenAt) : 'WITHDRAWN' };
  });
}

/** No rows where a real identity service keeps the sessions. */
async function sessionRows(queries: Queries, { consumer }: Person): Promise<OperatorRow[]> {
  return Object.entries((await findSignIns(queries, consumer)) ?? {}).map(rowOf);
}
