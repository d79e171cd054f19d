import type { Queries } from '../db/database.ts';
import type { Email } from '../services/mail.ts';
import {
  addressChanged,
  bankAccountChanged,
  dataErased,
  dataExported,
  emailChanged,
  newsletterContent,
  passwordChanged,
  paymentKeyChanged,
  phoneChanged,
  supportAnswered,
  supportOpened,
  welcome,
} from './account-texts.ts';
import {
  type EmailContent,
  type EmailedReceipt,
  type EmailFacts,
  type EmailPart,
  footerOf,
} from './common-texts.ts';
import { conversationToken, unsubscribePath } from './email-links.ts';
import { absoluteUrl, emailHtml } from './html.ts';
import { findNewsletter } from './mailings.ts';
import {
  drawCorrected,
  drawPrizeLost,
  drawThanks,
  drawWon,
  instantPrizeWon,
  prizeSent,
  redemptionChanged,
  redemptionPlaced,
  redemptionSent,
  winnerDisqualified,
  withdrawalFailed,
  withdrawalPaid,
} from './prize-texts.ts';
import {
  type ClaimedEmail,
  findReceiptFacts,
  hasWon,
  replacesCongratulation,
  wasCongratulated,
} from './queries.ts';
import type { EmailEvent } from './queue-email.ts';
import { pictureWanted, receiptApproved, receiptDenied, receiptReceived } from './receipt-texts.ts';

/** Null when the email has become pointless, such as for a receipt that is denied by now. */
export async function composeEmail(
  queries: Queries,
  claimed: Pick<ClaimedEmail, 'id' | 'event' | 'consumerId'>,
  { apiUrl, ...facts }: EmailFacts & { apiUrl: string },
): Promise<Omit<Email, 'to'> | null> {
  const { id, consumerId } = claimed;
  if (claimed.event.kind === 'NEWSLETTER') {
    if (consumerId === null) return null;
    return renderNewsletter(queries, { ...claimed.event, consumerId }, { ...facts, apiUrl });
  }
  const event = await stillTrue(queries, { id, consumerId, event: claimed.event });
  if (!event) return null;
  const receipt = 'receiptId' in event ? await findReceiptFacts(queries, event.receiptId) : null;
  if ('receiptId' in event && !receipt) return null;
  const token = 'link' in event ? await conversationToken(queries, event.link) : '';
  const isCorrection = event.kind === 'DRAW_WON' && (await replacesCongratulation(queries, id));
  const content = contentOf(event, facts, { receipt, token, isCorrection });
  return content && renderEmail(content, facts);
}

/** What holds of the event by now: another correction, or a disqualification, may have come since. */
async function stillTrue(
  queries: Queries,
  { id, consumerId, event }: { id: number; consumerId: number | null; event: SingleEmailEvent },
): Promise<SingleEmailEvent | null> {
  switch (event.kind) {
    case 'DRAW_WON':
      return (await hasWon(queries, consumerId, event)) ? event : null;
    case 'DRAW_THANKS':
      return (await hasWon(queries, consumerId, null)) ? null : event;
    case 'DRAW_PRIZE_LOST':
      return (await wasCongratulated(queries, id)) ? event : null;
    case 'DRAW_CORRECTED': {
      if (await wasCongratulated(queries, id)) return event;
      return stillTrue(queries, { id, consumerId, event: { kind: 'DRAW_THANKS' } });
    }
    default:
      return event;
  }
}

export async function renderEmail(
  content: EmailContent,
  facts: EmailFacts,
): Promise<Omit<Email, 'to'>> {
  return {
    senderName: facts.snapshot.campaign.name,
    subject: content.subject,
    text: emailText(content, facts),
    html: await emailHtml(content, facts),
  };
}

/** The only email with a link to unsubscribe (RFC 8058): others report the reader's own acts. */
async function renderNewsletter(
  queries: Queries,
  reader: { mailingId: number; consumerId: number },
  { apiUrl, ...facts }: EmailFacts & { apiUrl: string },
): Promise<Omit<Email, 'to'> | null> {
  const newsletter = await findNewsletter(queries, reader);
  if (!newsletter) return null;
  const path = await unsubscribePath(queries, { ...reader, code: newsletter.optIn });
  const unsubscribeUrl = new URL(path, apiUrl).href;
  const email = await renderEmail(newsletterContent(facts, newsletter, unsubscribeUrl), facts);
  return { ...email, unsubscribeUrl };
}

/** A newer gateway queued it, and can send it; this one, without its text, leaves it for later. */
export class UnknownEmailKind extends Error {
  override readonly name = 'UnknownEmailKind';
}

export type SingleEmailEvent = Exclude<EmailEvent, { kind: 'NEWSLETTER' }>;

export function contentOf(
  event: SingleEmailEvent,
  facts: EmailFacts,
  {
    receipt,
    token,
    isCorrection = false,
  }: { receipt: EmailedReceipt | null; token: string; isCorrection?: boolean },
): EmailContent | null {
  switch (event.kind) {
    case 'WELCOME':
      return welcome(facts);
    case 'RECEIPT_RECEIVED':
      return receipt && receiptReceived(facts, receipt, event.note);
    case 'PICTURE_WANTED':
      return receipt && pictureWanted(facts, receipt);
    case 'RECEIPT_APPROVED':
      return receipt && receiptApproved(facts, receipt, event.note ?? null);
    case 'RECEIPT_REFUSED':
      return receipt && receiptDenied(facts, receipt, event);
    case 'INSTANT_PRIZE_WON':
      return receipt && instantPrizeWon(facts, receipt, event.prizeId);
    case 'PRIZE_SENT':
      return prizeSent(facts, event);
    case 'ORDER_PLACED':
      return redemptionPlaced(facts, event);
    case 'ORDER_SENT':
      return redemptionSent(facts, event);
    case 'ORDER_CHANGED':
      return redemptionChanged(facts, event);
    case 'WITHDRAWAL_PAID':
      return withdrawalPaid(facts, event.centavos);
    case 'WITHDRAWAL_FAILED':
      return withdrawalFailed(facts, event.centavos);
    case 'SUPPORT_OPENED':
      return supportOpened({ ...event, token });
    case 'SUPPORT_ANSWERED':
      return supportAnswered({ ...event, token });
    case 'DRAW_WON':
      return drawWon(facts, event, { isCorrection });
    case 'DRAW_THANKS':
      return drawThanks(facts);
    case 'DRAW_CORRECTED':
      return drawCorrected(facts);
    case 'DRAW_PRIZE_LOST':
      return drawPrizeLost(facts, event);
    case 'WINNER_DISQUALIFIED':
      return winnerDisqualified(facts, event);
    case 'PASSWORD_CHANGED':
      return passwordChanged(facts, event);
    case 'PAYMENT_KEY_CHANGED':
      return paymentKeyChanged(facts, event);
    case 'BANK_ACCOUNT_CHANGED':
      return bankAccountChanged(facts);
    case 'ADDRESS_CHANGED':
      return addressChanged(facts);
    case 'PHONE_CHANGED':
      return phoneChanged(facts, event);
    case 'EMAIL_CHANGED':
      return emailChanged(facts, event);
    case 'DATA_EXPORTED':
      return dataExported(facts);
    case 'DATA_ERASED':
      return dataErased();
    default:
      event satisfies never;
      throw new UnknownEmailKind();
  }
}

function emailText(content: EmailContent, facts: EmailFacts): string {
  const { lines, links } = footerOf(content, facts);
  return [
    ...content.parts.map((part) => partText(part, facts.siteUrl)).filter(Boolean),
    '-- ',
    [facts.snapshot.campaign.name, ...lines].join('\n'),
    links.map(({ label, address: url }) => `${label}: ${url}`).join('\n'),
    '',
  ].join('\n\n');
}

function partText(part: EmailPart, siteUrl: string): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'figure':
    case 'quote':
      return `${part.label}: ${part.text}`;
    case 'prize':
      return [
        `${part.label}: ${part.text}`,
        ...(part.number ? [`Número sorteado: ${part.number}`] : []),
      ].join('\n');
    case 'numbers':
      return [
        `${part.label}:`,
        ...part.numbers,
        ...(part.more > 0 ? [`e mais ${part.more} em Minhas notas`] : []),
      ].join('\n');
    case 'steps':
      return [
        `${part.label}:`,
        ...part.steps.map((step, index) => {
          const words = typeof step === 'string' ? step : `${step.title} ${step.text}`;
          return `${index + 1}. ${words}`;
        }),
      ].join('\n');
    case 'button':
    case 'link':
      return `${part.label}:\n${absoluteUrl(part.path, siteUrl)}`;
    case 'exact':
      return `${part.label}\n${part.explanation}\n\n${part.text}`;
  }
}
