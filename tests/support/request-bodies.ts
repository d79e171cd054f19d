import type { TestConsumer, TestGateway } from './gateway.ts';
import { validSignUp } from './people.ts';
import { receiptBody, smallPicture } from './receipt-body.ts';

/** For each call that takes a body, one that is well formed, by the call's name in the contract. */
export async function requestBodies(
  { gateway, clock }: TestGateway,
  who: TestConsumer,
): Promise<Record<string, Record<string, unknown>>> {
  const { email, name } = who.consumer;
  const imageBase64 = await smallPicture();
  const incident = { name, email, subjectId: -1, subject: 'Entrega', description: 'Onde está?' };
  const address = {
    postcode: '80010000',
    street: 'Rua XV de Novembro',
    number: '100',
    complement: 'Casa',
    district: 'Centro',
    city: 'Curitiba',
    state: 'PR',
  };
  return {
    createConsumer: { ...validSignUp(gateway.snapshot), address, mgmCode: 'ABC123' },
    updateConsumer: {
      phone: '41999990001',
      additionalFields: [{ campaignAdditionalFieldId: 14, value: 'ana' }],
      address,
    },
    setInstantPaymentKey: {
      instantPaymentKeyType: 'RANDOM',
      instantPaymentKeyValue: '123e4567-e89b-42d3-a456-426614174000',
    },
    setTransferAccount: { bank: '001', accountBranch: '1234-5', accountNumber: '11112-2' },
    requestNewPassword: { campaignId: 19, email, recaptchaToken: 'error' },
    createReceipt: {
      ...receiptBody(who, clock.now, { imageBase64 }),
      additionalFields: [{ campaignAdditionalFieldId: 21, value: 'Loja física' }],
    },
    replaceReceiptImage: { imageBase64 },
    createIncident: incident,
    createAnonymousIncident: incident,
    commentIncident: { id: 1, description: 'Chegou.', token: 'T'.repeat(32), email },
    answerPoll: { '321': 9, '322': true },
    redeem: { items: [{ prizeId: 504, quantity: 2 }] },
    endSession: { refreshToken: 'R'.repeat(43) },
    readOneTimeCode: { code: 'C'.repeat(43) },
    exchangeOneTimeCode: { code: 'C'.repeat(43), from: 'https://loja.example', isConfirmed: true },
    executeOcr: { imageBase64 },
  };
}
