import { hash, randomUUID } from 'node:crypto';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import type { PaymentKeyType } from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { named, type Queries } from '../db/database.ts';
import { countHit } from '../db/queries/rate-limits.ts';
import type { Gateway } from '../gateway.ts';

/**
 * The event that an email reports, stored until it is sent. What can be read again then, such as a
 * receipt's numbers, is not in it; nor is a CPF or the token of a conversation.
 */
export type EmailEvent =
  | { kind: 'WELCOME' }
  /** `note` (in stored rows): the ledger's signed promise of the receipt; null without a log key. */
  | { kind: 'RECEIPT_RECEIVED'; receiptId: number; note: string | null }
  | { kind: 'PICTURE_WANTED'; receiptId: number }
  /** `note`: taken over from the RECEIPT_RECEIVED email that this one replaced. */
  | { kind: 'RECEIPT_APPROVED'; receiptId: number; note?: string | null }
  /** A denial; `code` is null (or absent, if queued by an older version) beside moderation's own words. */
  | { kind: 'RECEIPT_REFUSED'; receiptId: number; reason: string | null; code?: string | null }
  | { kind: 'INSTANT_PRIZE_WON'; receiptId: number; prizeId: number }
  | { kind: 'PRIZE_SENT'; prize: string; trackingCode: string | null }
  | { kind: 'ORDER_PLACED'; prize: string }
  | { kind: 'ORDER_SENT'; prize: string; trackingCode: string | null }
  | { kind: 'ORDER_CHANGED'; prize: string; status: ChangedRedemption }
  | { kind: 'WITHDRAWAL_PAID' | 'WITHDRAWAL_FAILED'; centavos: number }
  /** `link`: the id from which sending computes the token. */
  | { kind: 'SUPPORT_OPENED' | 'SUPPORT_ANSWERED'; protocolNumber: string; link: string }
  | { kind: 'DRAW_WON'; prizeId: number; number: string }
  | { kind: 'DRAW_THANKS' | 'DRAW_CORRECTED' }
  | { kind: 'DRAW_PRIZE_LOST'; number: string }
  | { kind: 'WINNER_DISQUALIFIED'; number: string; reason: string }
  /** Absent if queued by an older version: then nothing says whether the person had bank data. */
  | { kind: 'PASSWORD_CHANGED'; hadBankInfo?: boolean }
  | { kind: 'PAYMENT_KEY_CHANGED'; keyType: PaymentKeyType; maskedKey: string }
  | { kind: 'BANK_ACCOUNT_CHANGED' | 'ADDRESS_CHANGED' }
  | { kind: 'PHONE_CHANGED'; wasPixKey?: boolean }
  | { kind: 'EMAIL_CHANGED'; maskedEmail: string; to: 'OLD' | 'NEW' }
  | { kind: 'DATA_EXPORTED' }
  | { kind: 'DATA_ERASED' }
  | { kind: 'NEWSLETTER'; mailingId: number };

export type ChangedRedemption = 'AWAITING_WITHDRAW' | 'CANCELED' | 'RETURNED';

export type EmailKind = EmailEvent['kind'];

export interface EmailToQueue {
  campaignId: number;
  /** Null for an address that belongs to no account. */
  consumerId: number | null;
  /** Default: the consumer's address; then an erased consumer gets no email. */
  to?: string;
  event: EmailEvent;
  /**
   * Names the event, such as `receipt-received/12`: a second email with this key is not queued.
   * Left out when the event has no name and its transaction runs only once.
   */
  dedupeKey?: string;
  /** Key of an email to drop if still queued; this one says the same, and inherits its note. */
  replaces?: string;
  now: Date;
}

/** The confirmation's key, by which the approval email replaces it. */
export function receivedEmailKey(receiptId: number): string {
  return `receipt-received/${receiptId}`;
}

/** Call it in the transaction of the event: after the commit any gateway sends the email, with retries. */
export async function queueEmail(
  queries: Queries,
  { campaignId, consumerId, to, event, dedupeKey, replaces, now }: EmailToQueue,
): Promise<void> {
  const { kind, ...data } = event;
  const values = {
    campaignId,
    consumerId,
    to: to?.trim() ?? null,
    kind,
    data: JSON.stringify(data),
    dedupeKey: dedupeKey ?? randomUUID(),
    now,
    replaces,
  };
  await queries.query(...named(replaces ? replacingStatement : insertStatement, values));
}

/** How many an hour go to a mailbox, since anyone can type another person's address. */
const confirmationsAnHour = { RECEIPT_RECEIVED: 12, SUPPORT_OPENED: 20, WELCOME: 20 };

type ConfirmationKind = keyof typeof confirmationsAnHour;

/** Those that an account has caused count apart from those of a stranger. */
export type ConfirmationCause = 'ACCOUNT' | 'STRANGER';

/** Queues an email that confirms what a person has sent, unless the mailbox has had enough of them. */
export async function queueConfirmation(
  gateway: Gateway,
  queries: Queries,
  email: EmailToQueue & {
    to: string;
    event: EmailEvent & { kind: ConfirmationKind };
    cause: ConfirmationCause;
  },
): Promise<void> {
  const { to, cause, event } = email;
  const isAllowed = await countConfirmation(gateway, queries, { kind: event.kind, to, cause });
  if (isAllowed) await queueEmail(queries, email);
}

/** For a transaction that queues the email among other statements. @returns whether to queue it */
export async function countConfirmation(
  { settings, metrics, now }: Gateway,
  queries: Queries,
  { kind, to, cause }: { kind: ConfirmationKind; to: string; cause: ConfirmationCause },
): Promise<boolean> {
  if (!settings.rateLimited) return true;
  const { hits } = await countHit(queries, mailboxBucket(`${kind} ${cause}`, to), 3600, now());
  if (hits <= confirmationsAnHour[kind]) return true;
  metrics.emails.inc({ kind, outcome: 'limited' });
  return false;
}

function mailboxBucket(name: string, email: string): string {
  return `${name} ${hash('sha256', mailboxOf(email), 'base64url')}`;
}

/** The mailbox of `ana+1@…` is that of `ana@…`, and Gmail ignores dots. */
function mailboxOf(email: string): string {
  const [name = '', domain = ''] = normaliseEmail(email).split('@');
  const [mailbox = ''] = name.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** What a row reports; its columns hold what was stored of such an event, perhaps by an older version. */
export function eventOf<Event extends { kind: string }>(row: {
  kind: string;
  data: object;
}): Event {
  return { kind: row.kind, ...row.data } as Event;
}

/** A mailing's emails have the key `kind/owner/…`; the owner is a draw's engine or the mailing. */
export function emailKeySql(kind: string, ...parts: readonly string[]): string {
  return `concat_ws('/', '${kind}', ${parts.join(', ')})`;
}

export function hasEmailKeySql(kind: string, owner: string): string {
  return `starts_with(emails.dedupe_key, '${kind}/' || ${owner} || '/')`;
}

export function emailKeyOwnerSql(table: string): string {
  return `split_part(${table}.dedupe_key, '/', 2)`;
}

export function emailKeyNumberSql(table: string): string {
  return `split_part(${table}.dedupe_key, '/', 3)`;
}

/** Of two emails to one person: whether a correction takes back the other, alone or with all of its draw. */
export function takesBackSql(correction: string, congratulation: string): string {
  return `(${correction}.id > ${congratulation}.id
    and ${emailKeyOwnerSql(correction)} = ${emailKeyOwnerSql(congratulation)}
    and (${correction}.kind = 'DRAW_CORRECTED' or ${correction}.kind = 'DRAW_PRIZE_LOST'
      and ${emailKeyNumberSql(correction)} = ${emailKeyNumberSql(congratulation)}))`;
}

/** Queues the rows of a statement that selects these columns, unless their keys are known. */
export function insertEmailsSql(select: string): string {
  return `insert into emails
    (campaign_id, consumer_id, to_address, kind, data, dedupe_key, created_at, next_at)
  ${select}
  on conflict (dedupe_key) do nothing`;
}

const insertWithDataSql = (dataSql: string) =>
  insertEmailsSql(`select $campaignId::int, $consumerId::bigint, address, $kind::text, ${dataSql},
    $dedupeKey::text, $now::timestamptz, $now
  from (select coalesce($to::text, (
    select email from consumers where id = $consumerId and erased_at is null
  )) as address) as recipient
  where address is not null`);

const insertStatement = insertWithDataSql('$data::jsonb');

/** Deletes the replaced email only if no gateway has begun to send it. */
const replacingStatement = `with replaced as (
    delete from emails where dedupe_key = $replaces and state = 'QUEUED' and attempts = 0 returning data
  )
  ${insertWithDataSql(`$data::jsonb || coalesce((
    select jsonb_build_object('note', data -> 'note') from replaced
  ), '{}')`)}`;
