import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { getPersonalDataEndpoint, PersonalData } from '../../contract/personal-data.ts';
import { findById } from '../../contract/primitives.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { ProductLine } from '../../rules/receipts/receipt-fields.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { findAttributions } from '../attribution/queries.ts';
import { consentRecord, findConsents } from '../consumers/consents.ts';
import { readConsumer } from '../consumers/profile.ts';
import { inSnapshot, type Queries } from '../db/database.ts';
import { type ConsumerRecord, findPseudonym } from '../db/queries/consumers.ts';
import { findOwnDeliveries } from '../deliveries/queries.ts';
import { findWins } from '../draws/draw-queries.ts';
import { findEmailsOf } from '../emails/queries.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import type { Gateway } from '../gateway.ts';
import { ownOrigin } from '../http/origin.ts';
import type { RouteCall } from '../http/route.ts';
import { findPayees } from '../payments/queries.ts';
import { findPollAnswers } from '../polls/answer-poll.ts';
import { deliveryAnswer, itemAnswers, readReceipts } from '../receipts/own-receipts.ts';
import { linkExpiry } from '../receipts/receipt-files-and-links.ts';
import { findRedemptions } from '../redemptions/queries.ts';
import { redemptionAnswer } from '../redemptions/redeem.ts';
import { incidentAnswer } from '../support/incidents.ts';
import { findIncidentsOf } from '../support/queries.ts';
import { findQuestionsOf, type OfficeFacts } from '../tax-office/queries.ts';
import { readCashbackWallet, readPointsWallet } from '../wallets/read-wallets.ts';
import { findSignIns } from './queries.ts';

interface Subject {
  consumer: ConsumerRecord;
  origin: string;
  now: Date;
}

/** Also tells the person by email that their data was handed out. */
export function exportPersonalData(
  { database, snapshot, settings }: Gateway,
  {
    consumer,
    request,
    now,
  }: Pick<RouteCall<unknown, unknown, 'consumer'>, 'consumer' | 'request' | 'now'>,
): Promise<AnswerOf<typeof getPersonalDataEndpoint>> {
  const { id: consumerId, campaignId, email: to } = consumer;
  return inSnapshot(database, async (queries) => {
    const origin = ownOrigin(request, settings);
    const data = await readPersonalData(queries, snapshot, { consumer, origin, now });
    const event: EmailEvent = { kind: 'DATA_EXPORTED' };
    await queueEmail(queries, { campaignId, consumerId, to, event, now });
    return data;
  });
}

/** LGPD, Lei 13.709/2018, art. 18, II and V. */
export async function readPersonalData(
  queries: Queries,
  snapshot: CampaignSnapshot,
  subject: Subject,
): Promise<PersonalData> {
  const { consumer, now } = subject;
  const { id } = consumer;
  // Null when a real identity service keeps the sign-ins, and before the first one.
  const signIns = await findSignIns(queries, consumer);
  return {
    generatedAt: now.toISOString(),
    filesAvailableUntil: linkExpiry(now).toISOString(),
    registeredAt: consumer.createdAt.toISOString(),
    lastSignInAt: signIns?.lastSignInAt?.toISOString() ?? null,
    referred: consumer.referredBy !== null,
    attributions: await findAttributions(queries, id),
    ledgerPseudonym: await findPseudonym(queries, id),
    profile: await readConsumer(queries, consumer),
    consents: (await findConsents(queries, id)).map(consentRecord),
    receipts: await receiptsOf(queries, subject),
    readings: (await findQuestionsOf(queries, id)).map(({ facts, ...reading }) => ({
      ...withIsoDate(reading),
      items: facts && itemAnswers(facts),
    })),
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
  const contents = await findReceiptsData(queries, consumerId);
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
      items: content?.officeFacts ? itemAnswers(content.officeFacts) : null,
      purchaseTime: content?.officeFacts?.time ?? null,
    };
  });
}

async function drawnPrizesOf(queries: Queries, { prizes }: CampaignSnapshot, consumerId: number) {
  return (await findWins(queries, consumerId)).map(
    ({ campaignPrizeId, series, number, madeAt, city }) => ({
      prize: findById(prizes, campaignPrizeId)?.description ?? '',
      number: formatLuckyNumber({ series, number }),
      drawnAt: madeAt.toISOString(),
      city,
    }),
  );
}

async function deliveriesOf(queries: Queries, { prizes }: CampaignSnapshot, consumerId: number) {
  return (await findOwnDeliveries(queries, consumerId)).map((delivery) => ({
    ...deliveryAnswer(delivery),
    formerCodes: delivery.formerCodes,
    prize: findById(prizes, delivery.campaignPrizeId)?.description ?? '',
    wonAt: delivery.wonAt.toISOString(),
  }));
}

async function redemptionsOf(queries: Queries, consumerId: number) {
  return (await findRedemptions(queries, consumerId)).map((redemption) => ({
    ...redemptionAnswer(redemption),
    trackingCode: redemption.trackingCode,
    formerCodes: redemption.formerCodes,
    returnedAt: redemption.returnedAt?.toISOString() ?? null,
    address: redemption.address,
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
  officeFacts: OfficeFacts | null;
}

function findReceiptsData(queries: Queries, consumerId: number): Promise<ReceiptData[]> {
  return queries.query(
    `select receipts.id, receipts.cnpj, receipts.lines,
       receipts.additional_fields as "additionalFields",
       receipts.review_reasons as "reviewReasons", receipts.doubts,
       instant_prizes.handed_out_at as "instantPrizeSentAt",
       receipts.tax_office_answer as "officeFacts"
     from receipts left join instant_prizes on instant_prizes.receipt_id = receipts.id
     where receipts.consumer_id = $1`,
    [consumerId],
  );
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
