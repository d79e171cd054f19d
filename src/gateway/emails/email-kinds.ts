import type { PaymentKeyType } from '../../rules/payment-key.ts';

/**
 * The event that an email reports, stored until the email is sent. Facts that the sending gateway
 * can read again, such as a receipt's numbers, are not in it; nor is a CPF or the token of a
 * conversation.
 */
export type EmailEvent =
  | { kind: 'WELCOME' }
  /** `note`: the ledger's signed promise to enter the receipt; null where the log has no key. */
  | { kind: 'RECEIPT_RECEIVED'; receiptId: number; note: string | null }
  | { kind: 'PICTURE_WANTED'; receiptId: number }
  /** `note`: that of RECEIPT_RECEIVED, when this email replaced it before it was sent. */
  | { kind: 'RECEIPT_APPROVED'; receiptId: number; note?: string | null }
  /** `code`: null (or absent, if queued by an older version) when moderation used its own words. */
  | { kind: 'RECEIPT_REFUSED'; receiptId: number; reason: string | null; code?: string | null }
  | { kind: 'INSTANT_PRIZE_WON'; receiptId: number; prizeId: number }
  /** `prize`: its name on the site. */
  | { kind: 'PRIZE_SENT'; prize: string; trackingCode: string | null; carrier: string | null }
  | { kind: 'WITHDRAWAL_PAID'; centavos: number }
  /** `link`: the id from which sending computes the token. */
  | { kind: 'SUPPORT_OPENED' | 'SUPPORT_ANSWERED'; protocolNumber: string; link: string }
  | { kind: 'DRAW_WON'; prizeId: number; number: string }
  | { kind: 'DRAW_THANKS' }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'PAYMENT_KEY_CHANGED'; keyType: PaymentKeyType; maskedKey: string }
  | { kind: 'BANK_ACCOUNT_CHANGED' }
  | { kind: 'DATA_EXPORTED' }
  | { kind: 'DATA_ERASED' }
  /** Marketing; the text is in the mailing. */
  | { kind: 'NEWSLETTER'; mailingId: number };

export type EmailKind = EmailEvent['kind'];
