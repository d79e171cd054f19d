import type { PaymentKeyType } from '../../rules/payment-key.ts';

/**
 * What an email tells, by its kind; stored as it is until the email is sent. Facts that can be
 * read again when it is sent, such as a receipt's numbers, are not in it. No CPF, ever, and no
 * token of a conversation.
 */
export type EmailEvent =
  | { kind: 'WELCOME' }
  /** `note`: the ledger's signed note that the receipt's answer carries; null without a key. */
  | { kind: 'RECEIPT_RECEIVED'; receiptId: number; note: string | null }
  | { kind: 'PICTURE_WANTED'; receiptId: number }
  /** `note`: of the first email, which this one replaced before it was sent. */
  | { kind: 'RECEIPT_APPROVED'; receiptId: number; note?: string | null }
  | { kind: 'RECEIPT_REFUSED'; receiptId: number; reason: string | null }
  | { kind: 'INSTANT_PRIZE_WON'; receiptId: number; prizeId: number }
  /** `prize`: as the winner knows it. Code and carrier are null where there are none. */
  | { kind: 'PRIZE_SENT'; prize: string; trackingCode: string | null; carrier: string | null }
  | { kind: 'WITHDRAWAL_PAID'; centavos: number }
  /** `link`: an id, of which the key makes the token when the email is sent. */
  | { kind: 'SUPPORT_OPENED' | 'SUPPORT_ANSWERED'; protocolNumber: string; link: string }
  | { kind: 'DRAW_WON'; prizeId: number; number: string }
  | { kind: 'DRAW_THANKS' }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'PAYMENT_KEY_CHANGED'; keyType: PaymentKeyType; maskedKey: string }
  | { kind: 'BANK_ACCOUNT_CHANGED' }
  | { kind: 'DATA_EXPORTED' }
  | { kind: 'DATA_ERASED' }
  /** Marketing; its words are the mailing's. */
  | { kind: 'NEWSLETTER'; mailingId: number };

export type EmailKind = EmailEvent['kind'];
