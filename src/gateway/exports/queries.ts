import type { Address } from '../../contract/consumer.ts';
import { type ReceiptStatus, refusedStatuses } from '../../rules/receipts/receipt-status.ts';
import type { RedemptionStatus } from '../../rules/rewards/redeem.ts';
import type { WithdrawalStatus } from '../../rules/sentences/labels.ts';
import type { StoredField } from '../consumers/additional-answers.ts';
import { type Queries, sqlList } from '../db/database.ts';
import { filterValues, inFilter, type ListFilter } from '../db/queries/list-filter.ts';

/** Parameters: $1 to $7 the filter, $8 the last id that was read, $9 the limit. */
interface PagedQuery {
  text: string;
}

const pageSize = 1000;

/** All rows by id, a page per statement, so that a long export blocks no call of the site. */
export async function* readPages<Row extends { id: number }>(
  queries: Queries,
  { text }: PagedQuery,
  filter: ListFilter,
): AsyncGenerator<Row[], void> {
  let after = 0;
  for (;;) {
    const rows = await queries.query<Row>(text, [...filterValues(filter), after, pageSize]);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export interface ExportedPerson {
  consumerId: number;
  type: 'PERSON' | 'CORPORATE';
  name: string;
  document: string;
  email: string;
}

const person =
  'consumers.id as "consumerId", consumers.type, consumers.name, consumers.document, consumers.email';

export interface ExportedConsumer extends ExportedPerson {
  id: number;
  phone: string;
  birthDate: string | null;
  address: Address | null;
  walletStatus: 'ACTIVE' | 'BLOCKED';
  createdAt: Date;
  referredBy: number | null;
  additionalFields: readonly StoredField[];
}

export const consumersQuery: PagedQuery = {
  text: `select consumers.id, ${person}, phone, birth_date as "birthDate", address,
      wallet_status as "walletStatus", created_at as "createdAt", referred_by as "referredBy",
      additional_fields as "additionalFields"
    from consumers
    where erased_at is null and ${inFilter({
      campaign: 'campaign_id',
      status: 'wallet_status',
      key: 'null',
      at: 'created_at',
    })} and id > $8 order by id limit $9`,
};

export interface ExportedConsent extends ExportedPerson {
  id: number;
  code: string;
  givenAt: Date;
  withdrawnAt: Date | null;
  origin: string | null;
  textSha256: string;
}

export const consentsQuery: PagedQuery = {
  text: `select consents.id, ${person}, code, given_at as "givenAt",
      withdrawn_at as "withdrawnAt", origin, text_sha256 as "textSha256"
    from consents join consumers on consumers.id = consumer_id
    where erased_at is null and ${inFilter({
      campaign: 'campaign_id',
      status: `case when withdrawn_at is null then 'GIVEN' else 'WITHDRAWN' end`,
      key: 'code',
      at: 'given_at',
    })} and consents.id > $8 order by consents.id limit $9`,
};

export interface ExportedAttribution extends ExportedPerson {
  id: number;
  receiptId: number | null;
  createdAt: Date;
  partner: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  fields: Readonly<Record<string, string>>;
}

export const attributionsQuery: PagedQuery = {
  text: `select attributions.id, ${person}, receipt_id as "receiptId",
      attributions.created_at as "createdAt", partner, source, medium, campaign, fields
    from attributions join consumers on consumers.id = consumer_id
    where erased_at is null and ${inFilter({
      campaign: 'attributions.campaign_id',
      status: `case when receipt_id is null then 'SIGN_UP' else 'RECEIPT' end`,
      key: 'partner',
      at: 'attributions.created_at',
    })} and attributions.id > $8 order by attributions.id limit $9`,
};

export interface ExportedReceipt extends ExportedPerson {
  id: number;
  status: ReceiptStatus;
  createdAt: Date;
  identifier: string;
  cnpj: string;
  purchaseDate: string;
  totalCentavos: number;
  taxOffice: string | null;
  reasons: readonly string[];
  rejectionReason: string | null;
  numbers: number;
}

export const receiptsQuery: PagedQuery = {
  text: `select receipts.id, ${person}, receipts.status, receipts.created_at as "createdAt",
      identifier, cnpj, purchase_date as "purchaseDate", total_centavos as "totalCentavos",
      tax_office as "taxOffice", review_reasons as reasons,
      (select rejection_reason from receipt_moderations
       where receipt_id = receipts.id order by id desc limit 1) as "rejectionReason",
      (select count(*)::int from lucky_numbers
       where receipt_id = receipts.id and voided_at is null) as numbers
    from receipts join consumers on consumers.id = consumer_id
    where ${inFilter({
      campaign: 'receipts.campaign_id',
      status: 'receipts.status',
      key: 'identifier',
      at: 'receipts.created_at',
    })} and receipts.id > $8 order by receipts.id limit $9`,
};

export interface ExportedWithdrawal extends ExportedPerson {
  id: number;
  status: WithdrawalStatus;
  createdAt: Date;
  centavos: number;
  keyType: string | null;
  key: string | null;
  batch: number | null;
}

export const withdrawalsQuery: PagedQuery = {
  text: `select entry.id, ${person}, entry.status, entry.created_at as "createdAt",
      value_centavos as centavos, bank_info ->> 'instantPaymentKeyType' as "keyType",
      bank_info ->> 'instantPaymentKeyValue' as key, payment_batch_id as batch
    from cashback_entries as entry join consumers on consumers.id = consumer_id
    where entry.type = 'WITHDRAW' and ${inFilter({
      campaign: 'entry.campaign_id',
      status: 'entry.status',
      key: `bank_info ->> 'instantPaymentKeyValue'`,
      at: 'entry.created_at',
    })} and entry.id > $8 order by entry.id limit $9`,
};

export interface ExportedRedemption extends ExportedPerson {
  id: number;
  status: RedemptionStatus;
  createdAt: Date;
  points: number;
  items: readonly { prize: { description: string }; quantity: number }[];
  address: Partial<Address>;
  phone: string;
}

export const redemptionsQuery: PagedQuery = {
  text: `select redemptions.id, ${person}, redemptions.status, redemptions.created_at as "createdAt",
      total_points as points, items, redemptions.address, phone
    from redemptions join consumers on consumers.id = consumer_id
    where ${inFilter({
      campaign: 'redemptions.campaign_id',
      status: 'redemptions.status',
      key: 'null',
      at: 'redemptions.created_at',
    })} and redemptions.id > $8 order by redemptions.id limit $9`,
};

interface DailyFigures {
  day: string;
  signUps: number;
  receipts: number;
  approved: number;
  refused: number;
  unjudged: number;
  numbers: number;
  prizes: number;
  creditedCentavos: number;
  withdrawnCentavos: number;
  redemptions: number;
}

const dayOf = (column: string) => `((${column} at time zone 'UTC') - interval '3 hours')::date`;

/** One row per day of São Paulo; the statuses of each day's receipts are as of now. */
export function findDailyFigures(
  queries: Queries,
  { campaignId, from, until }: Pick<ListFilter, 'campaignId' | 'from' | 'until'>,
  { judged, credited }: { judged: readonly string[]; credited: readonly string[] },
): Promise<DailyFigures[]> {
  const counted = (
    { table, at, where = 'true' }: { table: string; at: string; where?: string },
    figures: Partial<Record<keyof DailyFigures, string>>,
  ) => `select ${dayOf(at)} as day, ${names
    .map((name) => `${figures[name] ?? '0'} as "${name}"`)
    .join(', ')}
    from ${table} where ($1::integer is null or campaign_id = $1) and ${where}
      and ($2::timestamptz is null or ${at} >= $2) and ($3::timestamptz is null or ${at} < $3)
    group by 1`;
  const parts = [
    counted({ table: 'consumers', at: 'created_at' }, { signUps: 'count(*)' }),
    counted(
      { table: 'receipts', at: 'created_at' },
      {
        receipts: 'count(*)',
        approved: 'count(*) filter (where status = any($5::text[]))',
        refused: `count(*) filter (where status in (${sqlList(refusedStatuses)}))`,
        unjudged: 'count(*) filter (where status <> all($4::text[]))',
      },
    ),
    counted({ table: 'lucky_numbers', at: 'created_at' }, { numbers: 'count(*)' }),
    counted(
      { table: 'instant_prizes', at: 'won_at', where: 'receipt_id is not null' },
      { prizes: 'count(*)' },
    ),
    counted(
      { table: 'cashback_entries', at: 'created_at', where: `status <> 'ERROR'` },
      {
        creditedCentavos: `coalesce(sum(value_centavos) filter (where type = 'CREDIT'), 0)`,
        withdrawnCentavos: `coalesce(sum(value_centavos) filter (where type = 'WITHDRAW'), 0)`,
      },
    ),
    counted({ table: 'redemptions', at: 'created_at' }, { redemptions: 'count(*)' }),
  ];
  return queries.query(
    `select day, ${names.map((name) => `sum("${name}")::bigint as "${name}"`).join(', ')}
     from (${parts.join(' union all ')}) as counted group by day order by day`,
    [campaignId, from, until, judged, credited],
  );
}

const names = [
  'signUps',
  'receipts',
  'approved',
  'refused',
  'unjudged',
  'numbers',
  'prizes',
  'creditedCentavos',
  'withdrawnCentavos',
  'redemptions',
] as const satisfies (keyof DailyFigures)[];
