import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Address } from '../../contract/consumer.ts';
import type { PersonalData } from '../../contract/personal-data.ts';
import { findById } from '../../contract/primitives.ts';
import type { PollAnswers } from '../../rules/campaign/polls.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { ProductLine } from '../../rules/receipts/receipt-fields.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { findAttributions } from '../attribution/queries.ts';
import { consentRecord, findConsents } from '../consumers/consents.ts';
import { readConsumer } from '../consumers/profile.ts';
import type { Queries } from '../db/database.ts';
import { type ConsumerRecord, findPseudonym } from '../db/queries/consumers.ts';
import { deliveryAnswer, findOwnDeliveries } from '../deliveries/queries.ts';
import { findWins } from '../draws/draw-queries.ts';
import { findEmailsOf } from '../emails/queries.ts';
import { itemAnswers, readReceipts } from '../receipts/own-receipts.ts';
import { linkExpiry } from '../receipts/receipt-files.ts';
import { findRedemptions } from '../redemptions/queries.ts';
import { redemptionAnswer } from '../redemptions/redeem.ts';
import { incidentAnswer } from '../support/incidents.ts';
import type { IncidentRecord } from '../support/queries.ts';
import type { OfficeRecord } from '../tax-office/queries.ts';
import { findPayees } from '../wallets/queries.ts';
import { readCashbackWallet, readPointsWallet } from '../wallets/wallet.ts';

interface Subject {
  consumer: ConsumerRecord;
  origin: string;
  now: Date;
}

/** LGPD, Lei 13.709/2018, art. 18, II and V. */
export async function readPersonalData(
  queries: Queries,
  snapshot: CampaignSnapshot,
  subject: Subject,
): Promise<PersonalData> {
  const { consumer, now } = subject;
  const { id } = consumer;
  const lastSignIn = await findLastSignIn(queries, consumer.identityId);
  return {
    generatedAt: now.toISOString(),
    filesAvailableUntil: linkExpiry(now).toISOString(),
    registeredAt: consumer.createdAt.toISOString(),
    lastSignInAt: lastSignIn?.toISOString() ?? null,
    referred: consumer.referredBy !== null,
    attributions: await findAttributions(queries, id),
    ledgerPseudonym: await findPseudonym(queries, id),
    profile: await readConsumer(queries, consumer),
    consents: (await findConsents(queries, id)).map(consentRecord),
    receipts: await receiptsOf(queries, subject),
    cashback: {
      ...(await readCashbackWallet(queries, id)),
      payees: await findPayees(queries, id),
    },
    points: {
      ...(await readPointsWallet(queries, id)),
      entries: (await findPointsEntries(queries, id)).map(withIsoDate),
    },
    drawnPrizes: await drawnPrizesOf(queries, snapshot, id),
    deliveries: await deliveriesOf(queries, snapshot, id),
    redemptions: await redemptionsOf(queries, id),
    pollAnswers: await pollAnswersOf(queries, snapshot, id),
    incidents: await incidentsOf(queries, id),
    emails: (await findEmailsOf(queries, id)).map(({ sentAt, ...email }) => ({
      ...withIsoDate(email),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  };
}

async function receiptsOf(queries: Queries, { consumer, origin, now }: Subject) {
  const { id: consumerId, campaignId } = consumer;
  const receipts = await readReceipts(queries, { consumerId, campaignId, origin, now });
  const contents = await findReceiptContents(queries, consumerId);
  return receipts.map((receipt) => {
    const content = findById(contents, receipt.id);
    return {
      ...receipt,
      cnpj: content?.cnpj ?? '',
      products: (content?.lines ?? []).map(({ quantity, unitaryValue, campaignProductId }) => ({
        quantity,
        unitaryValue: fromCentavos(unitaryValue),
        campaignProductId,
      })),
      additionalFields: [...(content?.additionalFields ?? [])],
      reviewReasons: [...(content?.reviewReasons ?? [])],
      doubts: [...(content?.doubts ?? [])],
      instantPrizeSentAt: content?.instantPrizeSentAt?.toISOString() ?? null,
      items: content?.taxOfficeAnswer ? itemAnswers(content.taxOfficeAnswer) : null,
      purchaseTime: content?.taxOfficeAnswer?.time ?? null,
    };
  });
}

async function drawnPrizesOf(queries: Queries, { prizes }: CampaignSnapshot, consumerId: number) {
  return (await findWins(queries, consumerId)).map(
    ({ campaignPrizeId, series, number, madeAt }) => ({
      prize: findById(prizes, campaignPrizeId)?.description ?? '',
      number: formatLuckyNumber({ series, number }),
      drawnAt: madeAt.toISOString(),
    }),
  );
}

async function deliveriesOf(queries: Queries, { prizes }: CampaignSnapshot, consumerId: number) {
  return (await findOwnDeliveries(queries, consumerId)).map((delivery) => ({
    ...deliveryAnswer(delivery),
    prize: findById(prizes, delivery.campaignPrizeId)?.description ?? '',
    wonAt: delivery.wonAt.toISOString(),
  }));
}

async function redemptionsOf(queries: Queries, consumerId: number) {
  const addresses = await findRedemptionAddresses(queries, consumerId);
  return (await findRedemptions(queries, consumerId)).map((redemption) => ({
    ...redemptionAnswer(redemption),
    trackingCode: redemption.trackingCode,
    returnedAt: redemption.returnedAt?.toISOString() ?? null,
    address: findById(addresses, redemption.id)?.address,
  }));
}

/** Includes the questions, since their ids alone would say nothing. */
async function pollAnswersOf(queries: Queries, { polls }: CampaignSnapshot, consumerId: number) {
  return (await findPollAnswers(queries, consumerId)).map(({ pollId, answers, createdAt }) => {
    const poll = findById(polls, pollId);
    const questions = new Map(poll?.items.map(({ id, question }) => [String(id), question]));
    return {
      poll: poll?.title ?? String(pollId),
      createdAt: createdAt.toISOString(),
      answers: Object.entries(answers).map(([id, answer]) => ({
        question: questions.get(id) ?? id,
        answer,
      })),
    };
  });
}

async function incidentsOf(queries: Queries, consumerId: number) {
  const answers = [];
  for (const incident of await findIncidentsOf(queries, consumerId)) {
    const { email, subject, createdAt } = withIsoDate(incident);
    answers.push({ ...(await incidentAnswer(queries, incident)), email, subject, createdAt });
  }
  return answers;
}

function withIsoDate<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

interface ReceiptData {
  id: number;
  cnpj: string;
  lines: readonly ProductLine[];
  additionalFields: readonly unknown[];
  reviewReasons: readonly string[];
  doubts: readonly string[];
  instantPrizeSentAt: Date | null;
  taxOfficeAnswer: OfficeRecord | null;
}

function findReceiptContents(queries: Queries, consumerId: number): Promise<ReceiptData[]> {
  return queries.query(
    `select id, cnpj, lines, additional_fields as "additionalFields",
       review_reasons as "reviewReasons", doubts, handed_out_at as "instantPrizeSentAt",
       tax_office_answer as "taxOfficeAnswer"
     from receipts left join instant_prizes on receipt_id = receipts.id
     where receipts.consumer_id = $1`,
    [consumerId],
  );
}

function findRedemptionAddresses(
  queries: Queries,
  consumerId: number,
): Promise<{ id: number; address: Address }[]> {
  return queries.query('select id, address from redemptions where consumer_id = $1', [consumerId]);
}

function findPointsEntries(
  queries: Queries,
  consumerId: number,
): Promise<{ points: number; createdAt: Date }[]> {
  return queries.query(
    `select points, created_at as "createdAt" from points_entries
     where consumer_id = $1 order by id desc`,
    [consumerId],
  );
}

function findPollAnswers(
  queries: Queries,
  consumerId: number,
): Promise<{ pollId: number; answers: PollAnswers; createdAt: Date }[]> {
  return queries.query(
    `select poll_id as "pollId", answers, created_at as "createdAt" from poll_answers
     where consumer_id = $1 order by created_at`,
    [consumerId],
  );
}

/** Oldest first. Without a sign-in, an email address proves nothing: anyone can type it. */
export function findIncidentsOf(queries: Queries, consumerId: number): Promise<IncidentRecord[]> {
  return queries.query(
    `select id, protocol_number as "protocolNumber", name, email, subject, description, status,
       created_at as "createdAt"
     from incidents where consumer_id = $1 order by id`,
    [consumerId],
  );
}

/** Null when a real identity service keeps it, and before the first sign-in. */
async function findLastSignIn(queries: Queries, identityId: string): Promise<Date | null> {
  const [row] = await queries.query<{ at: Date | null }>(
    'select last_login_at as at from identity_users where id = $1',
    [identityId],
  );
  return row?.at ?? null;
}
