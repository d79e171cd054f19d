import {
  type SignUpBody,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
} from '../../src/contract/consumer.ts';
import { answerPollEndpoint } from '../../src/contract/polls.ts';
import { commentIncidentEndpoint, createIncidentEndpoint } from '../../src/contract/support.ts';
import { redeemEndpoint, withdrawCashbackEndpoint } from '../../src/contract/wallets.ts';
import { answerIncident } from '../../src/gateway/support/incidents.ts';
import { conversationTokenFor } from './email.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import { moderate } from './moderation.ts';
import { smallPicture } from './receipt-body.ts';

/** The texts that a person entered, which occur nowhere else. */
export const enteredTexts = {
  name: 'Zuleica Quintanilha',
  birthDate: '1971-02-03',
  street: 'Alameda das Jaqueiras',
  district: 'Jardim Paraguaçu',
  profile: '@zuleica.q',
  account: '90817-6',
  question: 'Onde retiro a escova azul?',
  answer: 'Dona Zuleica, na loja da Alameda.',
  thanks: 'Obrigada, moro perto.',
};

/** Registers a person with a record of every kind, in the campaign with everything. */
export async function signUpWithAllFields(
  site: TestGateway,
  overrides: Partial<SignUpBody> = {},
): Promise<TestConsumer> {
  return site.signUp({
    name: enteredTexts.name,
    birthDate: enteredTexts.birthDate,
    optIns: ['PRIVACY', 'BRAND'],
    address: {
      postcode: '80010000',
      street: enteredTexts.street,
      number: '77',
      district: enteredTexts.district,
      city: 'Curitiba',
      state: 'PR',
    },
    additionalFields: [
      { campaignAdditionalFieldId: 11, value: 'PR' },
      { campaignAdditionalFieldId: 14, value: enteredTexts.profile },
    ],
    ...overrides,
  });
}

let picturesMade = 0;

/** Sends a receipt of R$ 100 with every field, also that of the campaign with everything. */
export async function sendFullReceipt(site: TestGateway, who: TestConsumer, totalAmount = 100) {
  picturesMade += 1;
  const picture = picturesMade;
  const imageBase64 = await smallPicture('png', { width: 20 + picture, height: 30 });
  const additionalFields = [{ campaignAdditionalFieldId: 21, value: 'Loja física' }];
  const fields = { totalAmount, imageBase64, additionalFields };
  return (await site.sendReceipt(who, fields, { idempotencyKey: `nota-${picture}` })).body;
}

/** Enters a bank account, answers to a poll and messages to support, which answers one. */
export async function enterTexts(
  site: TestGateway,
  { token, consumer }: TestConsumer,
): Promise<void> {
  const { name, email } = consumer;
  const account = { bank: '001', accountBranch: '1234-5', accountNumber: enteredTexts.account };
  await site.call(setTransferAccountEndpoint, { token, body: account });
  await site.call(answerPollEndpoint, {
    token,
    parameters: { pollId: 32 },
    body: { '321': 9, '322': true },
  });
  const opened = await site.call(createIncidentEndpoint, {
    token,
    body: { name, email, subjectId: 2, subject: 'Entrega', description: enteredTexts.question },
  });
  const { id } = opened.body;
  await site.gateway.database.transaction((queries) =>
    answerIncident(queries, {
      id,
      description: enteredTexts.answer,
      authorName: 'Atendimento',
      resolves: false,
      now: site.clock.now,
    }),
  );
  const link = await conversationTokenFor(site, email);
  const commented = await site.call(commentIncidentEndpoint, {
    parameters: { incidentId: id },
    body: { id, description: enteredTexts.thanks, token: link, email },
    idempotencyKey: `comentario-${id}`,
  });
  if (commented.status !== 201) throw new Error(commented.text);
}

/** Withdraws the whole balance to the e-mail as payment key; the withdrawal's id. */
export async function withdraw(site: TestGateway, { token }: TestConsumer): Promise<number> {
  await site.call(setInstantPaymentKeyEndpoint, {
    token,
    body: { instantPaymentKeyType: 'EMAIL' },
  });
  return (await site.call(withdrawCashbackEndpoint, { token })).body.id;
}

/** Redeems two toothbrush kits; the redemption's id. */
export async function redeemKits(site: TestGateway, { token }: TestConsumer): Promise<number> {
  const body = { items: [{ prizeId: 504, quantity: 2 }] };
  return Number((await site.call(redeemEndpoint, { token, body })).body?.id);
}

/** Sends a receipt that is approved at once. */
export async function sendApproved(site: TestGateway, who: TestConsumer) {
  const receipt = await sendFullReceipt(site, who);
  await moderate(site, receipt.id, { to: 'APPROVED' });
  return receipt;
}

/** No instant prize falls due in a test. */
export async function postponePrizes(site: TestGateway): Promise<void> {
  await site.query("update instant_prizes set moment = '2999-01-01T00:00:00Z'");
}

export async function makePrizeDue(site: TestGateway, position: number): Promise<void> {
  await site.query('update instant_prizes set moment = $1 where position = $2', [
    site.clock.now,
    position,
  ]);
}

/** People who were erased, and whose winnings are kept until then. */
export async function holdErasedPeople(
  site: TestGateway,
  { count, until }: { count: number; until: Date },
): Promise<void> {
  await site.query(
    `with former as (
       insert into consumers (campaign_id, identity_id, type, name, email, document, phone, mgm_code, created_at, erased_at)
       select 19, 'former ' || each, 'PERSON', '', 'former ' || each, 'former ' || each, '', 'former ' || each, $1, $1
       from generate_series(1, $2) as each returning id
     )
     insert into erasures (consumer_id, campaign_id, requested_by, held, held_until)
     select id, 19, 'CONSUMER', '{}', $1 from former`,
    [until, count],
  );
}
