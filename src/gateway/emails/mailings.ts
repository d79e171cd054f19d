import { findOne, type Queries } from '../db/database.ts';
import { recordFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { hasDueEmails } from './queries.ts';
import { eventOf } from './queue-email.ts';

type MailingContent =
  | { kind: 'DRAW_RESULT'; engineId: number }
  /** Marketing, only to people who gave the consent with this code. */
  | { kind: 'NEWSLETTER'; optIn: string; subject: string; paragraphs: readonly string[] };

export type Newsletter = Extract<MailingContent, { kind: 'NEWSLETTER' }>;

type MailingKind = MailingContent['kind'];

export interface Mailing<Kind extends MailingKind = MailingKind> {
  id: number;
  campaignId: number;
  afterConsumerId: number;
  content: Extract<MailingContent, { kind: Kind }>;
  now: Date;
}

/** Queues the emails of the next `limit` people. @returns the last person's id; null at the end */
type QueueNext<Kind extends MailingKind> = (
  queries: Queries,
  mailing: Mailing<Kind>,
  limit: number,
) => Promise<number | null>;

/** Runs in the transaction of its cause; `continueMailings` queues the emails afterwards. */
export async function startMailing(
  queries: Queries,
  { campaignId, content, now }: Pick<Mailing, 'campaignId' | 'content' | 'now'>,
): Promise<void> {
  const { kind, ...data } = content;
  await queries.query(
    `insert into mailings (campaign_id, kind, data, created_at) values ($1, $2, $3::jsonb, $4)`,
    [campaignId, kind, JSON.stringify(data), now],
  );
}

/** Few enough that no call waits long for a person's locked row. */
const peopleAtOnce = 500;
const maxDueEmails = peopleAtOnce;

/**
 * Queues until no mailing is left, this gateway stops, or so many emails are due that people would
 * wait for their own. A mailing that fails does not delay the others; the next round retries it.
 */
export async function continueMailings(
  gateway: Gateway,
  steps: { readonly [Kind in MailingKind]: QueueNext<Kind> },
): Promise<void> {
  const { campaignId, database, stopping, now } = gateway;
  const failed: number[] = [];
  let isLeft = true;
  while (isLeft && !stopping.aborted) {
    if (await hasDueEmails(database, { campaignId, now: now(), atLeast: maxDueEmails })) return;
    let mailingId: number | null = null;
    try {
      isLeft = await database.transaction(async (queries) => {
        const mailing = await claimMailing(queries, { campaignId, except: failed, now: now() });
        if (!mailing) return false;
        mailingId = mailing.id;
        const step = steps[mailing.content.kind] as QueueNext<MailingKind>;
        const last = await step(queries, mailing, peopleAtOnce);
        await moveMailing(queries, mailing, last);
        return true;
      });
    } catch (error) {
      if (mailingId === null) throw error;
      failed.push(mailingId);
      recordFailure(gateway, 'mailing', error);
    }
  }
}

/** Waits for a gateway that is queuing. @param ofCampaign null stops those of every campaign */
export async function stopDrawResults(
  queries: Queries,
  { ofCampaign, now }: { ofCampaign: number | null; now: Date },
): Promise<number> {
  const stopped = await queries.query(
    `update mailings set ended_at = $2 where ended_at is null and kind = 'DRAW_RESULT'
       and ($1::integer is null or campaign_id = $1)
     returning id`,
    [ofCampaign, now],
  );
  return stopped.length;
}

async function claimMailing(
  queries: Queries,
  { campaignId, except, now }: { campaignId: number; except: readonly number[]; now: Date },
): Promise<Mailing | null> {
  const row = await findOne<
    Omit<Mailing, 'campaignId' | 'content' | 'now'> & { kind: MailingKind; data: object }
  >(
    queries,
    `select id, after_consumer_id as "afterConsumerId", kind, data
     from mailings where campaign_id = $1 and ended_at is null and id <> all($2)
     order by id limit 1 for update skip locked`,
    [campaignId, except],
  );
  if (!row) return null;
  const { kind, data, ...mailing } = row;
  return { ...mailing, campaignId, content: eventOf<MailingContent>({ kind, data }), now };
}

async function moveMailing(
  queries: Queries,
  { id, now }: Pick<Mailing, 'id' | 'now'>,
  last: number | null,
): Promise<void> {
  await queries.query(
    `update mailings set after_consumer_id = coalesce($2::bigint, after_consumer_id),
       ended_at = case when $2::bigint is null then $3::timestamptz end
     where id = $1`,
    [id, last, now],
  );
}

/** Null when the reader has withdrawn the consent, which is checked right before sending. */
export async function findNewsletter(
  queries: Queries,
  { mailingId, consumerId }: { mailingId: number; consumerId: number },
): Promise<Newsletter | null> {
  const row = await findOne<Omit<Newsletter, 'kind'>>(
    queries,
    `select mailings.data ->> 'optIn' as "optIn", mailings.data ->> 'subject' as subject,
       mailings.data -> 'paragraphs' as paragraphs
     from mailings where mailings.id = $1 and mailings.kind = 'NEWSLETTER' and exists (
       select from consents
       where consents.consumer_id = $2 and consents.code = mailings.data ->> 'optIn'
         and consents.withdrawn_at is null
     )`,
    [mailingId, consumerId],
  );
  return row ? { kind: 'NEWSLETTER', ...row } : null;
}
