import type { Address, ConsumerType } from '../../contract/consumer.ts';
import type { PollAnswers } from '../../rules/campaign/polls.ts';
import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import type { WithdrawalStatus } from '../../rules/rewards/withdrawal-and-payment-key.ts';
import type { StoredField } from '../consumers/additional-answers.ts';
import { dayInSaoPauloSql, named, type Queries, readInPages } from '../db/database.ts';
import { accountedNameSql, type ConsumerRecord, withErasuresSql } from '../db/queries/consumers.ts';
import { inFilter, type ListFilter } from '../db/queries/list-filters.ts';
import { creditedSql, deniedSql, isUnjudgedSql } from '../db/queries/status-groups.ts';
import { latestMoveSql, type WonDelivery, winsFilterSql, winsSql } from '../deliveries/queries.ts';
import type { ReceiptLine } from '../receipts/queries.ts';
import {
  listedRedemptionStatusSql,
  type RedemptionRecord,
  redemptionObstacleSql,
} from '../redemptions/queries.ts';
import {
  cashbackOfConsumerSql,
  paidKeySql,
  paidKeyTypeSql,
  pointsOfConsumerSql,
  type WalletObstacle,
  withdrawalFilterSql,
  withdrawalObstacleSql,
} from '../wallets/queries.ts';

const pageSize = 1000;

/** All rows by id, of a statement that ends as `afterIdSql` says. */
export function pagesOf<Row extends { id: number }>(statement: string) {
  return (queries: Queries, filter: ListFilter): AsyncGenerator<Row[], void> =>
    readInPages<Row>(pageSize, (last) =>
      queries.query(...named(statement, { ...filter, after: last?.id ?? 0, size: pageSize })),
    );
}

function afterIdSql(id: string, group = ''): string {
  return `${id} > $after ${group} order by ${id} limit $size`;
}

export interface ExportedPerson {
  consumerId: number;
  type: ConsumerType;
  name: string;
  document: string;
  email: string;
}

const personSql =
  'consumers.id as "consumerId", consumers.type, consumers.name, consumers.document, consumers.email';

const accountedPersonSql = `consumers.id as "consumerId", consumers.type, ${accountedNameSql}`;

export interface ExportedConsumer
  extends ExportedPerson,
    Pick<
      ConsumerRecord,
      | 'id'
      | 'phone'
      | 'birthDate'
      | 'address'
      | 'representativeName'
      | 'representativeDocument'
      | 'walletStatus'
      | 'createdAt'
      | 'referredBy'
    > {
  additionalFields: readonly StoredField[];
  cashbackCentavos: number;
  points: number;
}

export const consumersStatement = `
  select consumers.id, ${personSql}, phone, birth_date as "birthDate", address,
    representative_name as "representativeName", representative_document as "representativeDocument",
    wallet_status as "walletStatus", created_at as "createdAt", referred_by as "referredBy",
    additional_fields as "additionalFields",
    ${cashbackOfConsumerSql} as "cashbackCentavos", ${pointsOfConsumerSql} as points
  from consumers
  where erased_at is null and ${inFilter({
    campaign: 'campaign_id',
    status: 'wallet_status',
    at: 'created_at',
  })} and ${afterIdSql('id')}`;

export interface ExportedConsent extends ExportedPerson {
  id: number;
  code: string;
  givenAt: Date;
  withdrawnAt: Date | null;
  origin: string | null;
  textSha256: string;
}

export const consentsStatement = `
  select consents.id, ${personSql}, consents.code, consents.given_at as "givenAt",
    consents.withdrawn_at as "withdrawnAt", consents.origin, consents.text_sha256 as "textSha256"
  from consents join consumers on consumers.id = consents.consumer_id
  where consumers.erased_at is null and ${inFilter({
    campaign: 'consumers.campaign_id',
    status: `case when consents.withdrawn_at is null then 'GIVEN' else 'WITHDRAWN' end`,
    // An operator may type a code in small letters or with hyphens.
    keyMatches: `consents.code in ($key, upper(replace($key, '-', '_')))`,
    at: 'consents.given_at',
  })} and ${afterIdSql('consents.id')}`;

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

export const attributionsStatement = `
  select attributions.id, ${personSql}, attributions.receipt_id as "receiptId",
    attributions.created_at as "createdAt", attributions.partner, attributions.source,
    attributions.medium, attributions.campaign, attributions.fields
  from attributions join consumers on consumers.id = attributions.consumer_id
  where consumers.erased_at is null and ${inFilter({
    campaign: 'attributions.campaign_id',
    status: `case when attributions.receipt_id is null then 'SIGN_UP' else 'RECEIPT' end`,
    key: 'attributions.partner',
    at: 'attributions.created_at',
  })} and ${afterIdSql('attributions.id')}`;

export interface ExportedAnswers extends ExportedPerson {
  id: number;
  polls: readonly { pollId: number; answers: PollAnswers; at: string }[];
}

/** Sorted by person, so that several polls of one are on the same page. */
export const answersStatement = `
  select consumers.id, ${personSql}, jsonb_agg(jsonb_build_object(
      'pollId', poll_answers.poll_id, 'answers', poll_answers.answers, 'at', poll_answers.created_at
    ) order by poll_answers.poll_id) as polls
  from poll_answers join consumers on consumers.id = poll_answers.consumer_id
  where consumers.erased_at is null and ${inFilter({
    campaign: 'poll_answers.campaign_id',
    key: 'poll_answers.poll_id::text',
    at: 'poll_answers.created_at',
  })} and ${afterIdSql('consumers.id', 'group by consumers.id')}`;

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
  lines: readonly ReceiptLine[];
  additionalFields: readonly StoredField[];
}

export const receiptsStatement = `
  select receipts.id, ${personSql}, receipts.status, receipts.created_at as "createdAt",
    receipts.identifier, receipts.cnpj, receipts.purchase_date as "purchaseDate",
    receipts.total_centavos as "totalCentavos",
    receipts.tax_office as "taxOffice", receipts.review_reasons as reasons,
    (select receipt_moderations.rejection_reason from receipt_moderations
     where receipt_moderations.receipt_id = receipts.id
     order by receipt_moderations.id desc limit 1) as "rejectionReason",
    (select count(*) from lucky_numbers
     where lucky_numbers.receipt_id = receipts.id and lucky_numbers.voided_at is null) as numbers,
    receipts.lines, receipts.additional_fields as "additionalFields"
  from receipts join consumers on consumers.id = receipts.consumer_id
  where ${inFilter({
    campaign: 'receipts.campaign_id',
    status: 'receipts.status',
    key: 'receipts.identifier',
    at: 'receipts.created_at',
  })} and ${afterIdSql('receipts.id')}`;

export interface ExportedWithdrawal extends ExportedPerson {
  id: number;
  status: WithdrawalStatus;
  createdAt: Date;
  centavos: number;
  keyType: string | null;
  key: string | null;
  batch: number | null;
  obstacle: WalletObstacle | null;
}

export const withdrawalsStatement = `
  select entry.id, ${accountedPersonSql}, entry.status, entry.created_at as "createdAt",
    entry.value_centavos as centavos, ${paidKeyTypeSql} as "keyType", ${paidKeySql} as key,
    entry.payment_batch_id as batch,
    case entry.status when 'PENDING' then ${withdrawalObstacleSql} end as obstacle
  from cashback_entries as entry
    join consumers on consumers.id = entry.consumer_id ${withErasuresSql}
  where entry.type = 'WITHDRAW' and ${withdrawalFilterSql} and ${afterIdSql('entry.id')}`;

export interface ExportedRedemption
  extends ExportedPerson,
    Pick<
      RedemptionRecord,
      'id' | 'status' | 'createdAt' | 'items' | 'trackingCode' | 'returnedAt'
    > {
  points: number;
  address: Partial<Address>;
  phone: string;
  obstacle: WalletObstacle | null;
}

export const redemptionsStatement = `
  select redemptions.id, ${accountedPersonSql}, redemptions.status, redemptions.created_at as "createdAt",
    redemptions.total_points as points, redemptions.items, redemptions.address, consumers.phone,
    ${redemptionObstacleSql} as obstacle,
    redemptions.tracking_code as "trackingCode", redemptions.returned_at as "returnedAt"
  from redemptions join consumers on consumers.id = redemptions.consumer_id ${withErasuresSql}
  where ${inFilter({
    campaign: 'redemptions.campaign_id',
    status: listedRedemptionStatusSql('redemptions'),
    at: 'redemptions.created_at',
  })} and ${afterIdSql('redemptions.id')}`;

export const dailyColumns = {
  signUps: 'cadastros',
  receipts: 'notas',
  approved: 'aprovadas',
  denied: 'recusadas',
  failed: 'com_erro',
  unjudged: 'por_julgar',
  numbers: 'numeros',
  voidedNumbers: 'numeros_anulados',
  prizes: 'premios_na_hora',
  creditedCentavos: 'cashback_creditado',
  reversedCentavos: 'cashback_estornado',
  withdrawnCentavos: 'cashback_sacado',
  redemptions: 'resgates',
  canceledRedemptions: 'resgates_cancelados',
} as const;

export const dailyNames = Object.keys(dailyColumns) as (keyof typeof dailyColumns)[];

type DailyFigures = Record<(typeof dailyNames)[number], number> & { day: string };

const inPeriodSql = (table: string, at: string) =>
  `($campaignId::integer is null or ${table}.campaign_id = $campaignId)
    and ($from::timestamptz is null or ${table}.${at} >= $from)
    and ($until::timestamptz is null or ${table}.${at} < $until)`;

const orNoneSql = (name: keyof typeof dailyColumns) =>
  `coalesce("${name}", 0)::bigint as "${name}"`;

const dailyStatement = `
  with people as (
    select ${dayInSaoPauloSql('created_at')} as day, count(*) as "signUps"
    from consumers where ${inPeriodSql('consumers', 'created_at')} group by day
  ), entered as (
    select ${dayInSaoPauloSql('created_at')} as day, count(*) as receipts,
      count(*) filter (where status in (${creditedSql})) as approved,
      count(*) filter (where status in (${deniedSql})) as denied,
      count(*) filter (where status = 'ERROR') as failed,
      count(*) filter (where ${isUnjudgedSql('status')}) as unjudged
    from receipts where ${inPeriodSql('receipts', 'created_at')} group by day
  ), numbers_issued as (
    select ${dayInSaoPauloSql('created_at')} as day, count(*) as numbers,
      count(voided_at) as "voidedNumbers"
    from lucky_numbers where ${inPeriodSql('lucky_numbers', 'created_at')} group by day
  ), won as (
    select ${dayInSaoPauloSql('won_at')} as day, count(*) as prizes from instant_prizes
    where receipt_id is not null and ${inPeriodSql('instant_prizes', 'won_at')} group by day
  ), cashback as (
    select ${dayInSaoPauloSql('created_at')} as day,
      sum(value_centavos) filter (where type = 'CREDIT') as "creditedCentavos",
      sum(value_centavos) filter (where type = 'REVERSAL') as "reversedCentavos",
      sum(value_centavos) filter (where type = 'WITHDRAW') as "withdrawnCentavos"
    from cashback_entries
    where status <> 'ERROR' and ${inPeriodSql('cashback_entries', 'created_at')} group by day
  ), redeemed as (
    select ${dayInSaoPauloSql('created_at')} as day, count(*) as redemptions,
      count(*) filter (where status = 'CANCELED') as "canceledRedemptions"
    from redemptions where ${inPeriodSql('redemptions', 'created_at')} group by day
  )
  select "day", ${dailyNames.map(orNoneSql).join(', ')}
  from people full join entered using (day) full join numbers_issued using (day)
    full join won using (day) full join cashback using (day) full join redeemed using (day)
  order by "day"`;

/** One row per day of São Paulo; the statuses of each day's receipts are as of now. */
export function findDailyFigures(
  queries: Queries,
  { campaignId, from, until }: Pick<ListFilter, 'campaignId' | 'from' | 'until'>,
): Promise<DailyFigures[]> {
  return queries.query(...named(dailyStatement, { campaignId, from, until }));
}

/** With the winner's data that accounting needs, also of an erased winner. */
interface AccountedDelivery extends WonDelivery {
  type: ConsumerType;
  name: string;
  document: string;
  email: string;
  phone: string;
  address: Address | null;
  changedAt: Date | null;
  author: string | null;
}

export function findAccountedDeliveries(
  queries: Queries,
  filter: ListFilter,
): AsyncGenerator<AccountedDelivery[], void> {
  return readInPages(pageSize, (after) =>
    findAccountedPage(queries, filter, { after, limit: pageSize }),
  );
}

function findAccountedPage(
  queries: Queries,
  filter: ListFilter,
  { after, limit }: { after: AccountedDelivery | null; limit: number },
): Promise<AccountedDelivery[]> {
  return queries.query(
    ...named(
      `with ${winsSql}
       select wins.*, consumers.type, consumers.phone, consumers.address, ${accountedNameSql},
         latest_move.at as "changedAt", latest_move.author
       from wins join consumers on consumers.id = wins."consumerId"
         ${withErasuresSql}
         ${latestMoveSql}
       where ${winsFilterSql}
         and ($afterWonAt::timestamptz is null
           or (wins."wonAt", wins.win, wins."campaignPrizeId")
             > ($afterWonAt, $afterWin::text, $afterPrize::bigint))
       order by wins."wonAt", wins.win, wins."campaignPrizeId" limit $limit`,
      {
        ...filter,
        afterWonAt: after?.wonAt ?? null,
        afterWin: after?.win ?? null,
        afterPrize: after?.campaignPrizeId ?? null,
        limit,
      },
    ),
  );
}
