import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../rules/dates.ts';
import { rejections } from '../../rules/receipts/moderation-reasons.ts';
import type { EmailedReceipt } from './common-texts.ts';
import type { SingleEmailEvent } from './compose.ts';

interface SampleEmail {
  event: SingleEmailEvent;
  receipt: EmailedReceipt | null;
}

const note = [
  'promocao.example/promocao/19',
  '1024',
  'k2oaYHSuBzJF1c1mU1gVWvFy4IYWvsxbA8dVUHGqUyQ=',
  '',
  '— promocao.example/promocao/19 2f1n0Gq0c5yZt2Q0o1sYw8mO4c2bJ5m1rYB0dH6r9kq3v1XK7u0f4e2t8w6s5a9z0b==',
  '',
].join('\n');

const conversation = { protocolNumber: '20251122004217', link: 'exemplo-de-link-da-conversa' };

/** One of each kind, about an invented person. */
export function sampleEmails(
  { prizes, campaign, secrets }: CampaignSnapshot,
  now: Date,
): Record<SingleEmailEvent['kind'], SampleEmail> {
  const prizeId = Number(prizes[0]?.id ?? 0);
  const instantPrizeId = Number(secrets?.instantPrizes[0]?.campaignPrizeId ?? prizeId);
  const prize = prizes[0]?.description ?? 'Prêmio';
  const received = sampleReceipt(campaign, now);
  const approved: EmailedReceipt = { ...received, status: 'APPROVED' };
  const receiptId = 12;
  const alone = (event: SingleEmailEvent): SampleEmail => ({ event, receipt: null });
  return {
    WELCOME: alone({ kind: 'WELCOME' }),
    RECEIPT_RECEIVED: {
      event: { kind: 'RECEIPT_RECEIVED', receiptId, note },
      receipt: received,
    },
    PICTURE_WANTED: {
      event: { kind: 'PICTURE_WANTED', receiptId },
      receipt: { ...received, status: 'REQUESTED_NEW_IMAGE', allowImageReplacement: true },
    },
    RECEIPT_APPROVED: { event: { kind: 'RECEIPT_APPROVED', receiptId }, receipt: approved },
    RECEIPT_REFUSED: {
      event: {
        kind: 'RECEIPT_REFUSED',
        receiptId,
        reason: rejections.PRODUCT_MISSING.sentence,
        code: 'PRODUCT_MISSING',
      },
      receipt: { ...received, status: 'REJECTED' },
    },
    INSTANT_PRIZE_WON: {
      event: { kind: 'INSTANT_PRIZE_WON', receiptId, prizeId: instantPrizeId },
      receipt: { ...approved, prizeId: instantPrizeId },
    },
    PRIZE_SENT: alone({ kind: 'PRIZE_SENT', prize, trackingCode: 'BR123456785BR' }),
    ORDER_PLACED: alone({ kind: 'ORDER_PLACED', prize }),
    ORDER_SENT: alone({ kind: 'ORDER_SENT', prize, trackingCode: 'BR123456785BR' }),
    ORDER_CHANGED: alone({ kind: 'ORDER_CHANGED', prize, status: 'AWAITING_WITHDRAW' }),
    WITHDRAWAL_PAID: alone({ kind: 'WITHDRAWAL_PAID', centavos: 4311 }),
    WITHDRAWAL_FAILED: alone({ kind: 'WITHDRAWAL_FAILED', centavos: 4311 }),
    SUPPORT_OPENED: alone({ kind: 'SUPPORT_OPENED', ...conversation }),
    SUPPORT_ANSWERED: alone({ kind: 'SUPPORT_ANSWERED', ...conversation }),
    DRAW_WON: alone({ kind: 'DRAW_WON', prizeId, number: '4.50153' }),
    DRAW_THANKS: alone({ kind: 'DRAW_THANKS' }),
    DRAW_CORRECTED: alone({ kind: 'DRAW_CORRECTED' }),
    DRAW_PRIZE_LOST: alone({ kind: 'DRAW_PRIZE_LOST', number: '4.50157' }),
    WINNER_DISQUALIFIED: alone({
      kind: 'WINNER_DISQUALIFIED',
      number: '4.50153',
      reason: 'A nota original não foi apresentada no prazo.',
    }),
    PASSWORD_CHANGED: alone({ kind: 'PASSWORD_CHANGED', hadBankInfo: true }),
    PAYMENT_KEY_CHANGED: alone({
      kind: 'PAYMENT_KEY_CHANGED',
      keyType: 'RANDOM',
      maskedKey: '123e…4000',
    }),
    BANK_ACCOUNT_CHANGED: alone({ kind: 'BANK_ACCOUNT_CHANGED' }),
    ADDRESS_CHANGED: alone({ kind: 'ADDRESS_CHANGED' }),
    PHONE_CHANGED: alone({ kind: 'PHONE_CHANGED', wasPixKey: true }),
    EMAIL_CHANGED: alone({
      kind: 'EMAIL_CHANGED',
      maskedEmail: 'an•••@exemplo.com.br',
      to: 'NEW',
    }),
    DATA_EXPORTED: alone({ kind: 'DATA_EXPORTED' }),
    DATA_ERASED: alone({ kind: 'DATA_ERASED' }),
  };
}

/** The receipt has earned something of each engine that the campaign has. */
function sampleReceipt({ engines }: CampaignSnapshot['campaign'], now: Date): EmailedReceipt {
  const numbers = Array.from({ length: 11 }, (_, index) => `4.${20153 + index * 6117}`);
  const earns = (type: string) => engines.some((engine) => engine.type === type);
  return {
    status: 'IN_ANALYSIS',
    totalCentavos: 4311,
    purchaseDate: dayInSaoPaulo(now),
    allowImageReplacement: false,
    numbers: earns('DRAW') ? numbers : [],
    numberCount: earns('DRAW') ? numbers.length : 0,
    cashbackCentavos: earns('CASHBACK') ? 431 : 0,
    points: earns('COLLECT_TO_WIN') ? 43 : 0,
    prizeId: null,
    hasPendingOrders: false,
  };
}
