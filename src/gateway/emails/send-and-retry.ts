import { setTimeout } from 'node:timers/promises';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { addMs, hourMs, minuteMs } from '../../rules/dates.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { findConsumerByIdentity } from '../db/queries/consumers.ts';
import { recordFailure, Unavailable } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import type { AccountEmails } from '../services/identity/identity.ts';
import { type Email, EmailRefused, type Mail } from '../services/mail.ts';
import { passwordReset } from './account-texts.ts';
import { composeEmail, renderEmail, UnknownEmailKind } from './compose.ts';
import { type ClaimedEmail, claimDueEmails, endEmail, recordFailedTry } from './queries.ts';
import { queueEmail } from './queue-email.ts';

/** The last delay repeats until `giveUpMs`. */
const retryDelaysMs = [5_000, minuteMs, 5 * minuteMs, 15 * minuteMs];
/** Counted from when the email was queued; after that only an operator can have it sent again. */
const giveUpMs = 72 * hourMs;

const batchSize = 10;

/** How long a stopping gateway goes on sending; other gateways, or its next start, do the rest. */
const lastPassMs = 5_000;

type Outcome = 'sent' | 'dropped' | 'refused' | 'postponed' | 'unavailable' | 'failed';

interface Sending {
  outcome: Outcome;
  error?: unknown;
}

/**
 * Sends due emails until none is left or the mail server is unavailable. When a gateway dies after
 * sending an email and before recording it, another one sends it again with the same Message-ID.
 */
export async function sendDueEmails(gateway: Gateway): Promise<void> {
  const { campaignId, database, now, stopping } = gateway;
  const lastMoment = performance.now() + lastPassMs;
  while (!stopping.aborted || performance.now() < lastMoment) {
    const claimedEmails = await claimDueEmails(database, {
      campaignId,
      now: now(),
      limit: batchSize,
    });
    if (claimedEmails.length === 0) return;
    // Composed one by one, so that a person's emails are sent in the order of their events.
    const ready: { claimed: ClaimedEmail; composed: Composed }[] = [];
    for (const claimed of claimedEmails)
      ready.push({ claimed, composed: await compose(gateway, claimed) });
    const passes = await Promise.allSettled(
      ready.map(({ claimed, composed }) => send(gateway, claimed, composed)),
    );
    const sendings = passes.flatMap((pass) => (pass.status === 'fulfilled' ? pass.value : []));
    const unavailable = sendings.find(({ outcome }) => outcome === 'unavailable');
    // Logs once that the server is unavailable, not once for each email.
    if (unavailable) recordFailure(gateway, 'email', unavailable.error);
    const unrecorded = passes.find((pass) => pass.status === 'rejected');
    if (unrecorded) throw unrecorded.reason;
    if (unavailable) return;
  }
}

type Composed = { email: Omit<Email, 'to'> | null } | { error: unknown };

async function compose(gateway: Gateway, claimed: ClaimedEmail): Promise<Composed> {
  const { database, snapshot, settings, now } = gateway;
  const { siteUrl, apiUrl } = settings;
  const { name, createdAt: at } = claimed;
  const facts = { snapshot, siteUrl, apiUrl, name, at, now: now() };
  try {
    return { email: await composeEmail(database, claimed, facts) };
  } catch (error) {
    return { error };
  }
}

async function send(gateway: Gateway, claimed: ClaimedEmail, composed: Composed): Promise<Sending> {
  const { database, mail, now, metrics } = gateway;
  const { id, attempts, to, messageId } = claimed;
  const { kind } = claimed.event;
  let outcome: 'sent' | 'dropped';
  try {
    if ('error' in composed) throw composed.error;
    const { email } = composed;
    if (email) await mail.sendOnce({ ...email, to, messageId });
    outcome = email ? 'sent' : 'dropped';
  } catch (error) {
    const failure = outcomeOf(error);
    metrics.emails.inc({ kind, outcome: failure });
    if (failure === 'failed') recordFailure(gateway, 'email', error);
    const nextAt = failure === 'refused' ? null : nextTry(claimed, now());
    await recordFailedTry(database, {
      id,
      attempts,
      nextAt,
      error: mailErrorCode(error),
      now: now(),
    });
    return { outcome: failure, error };
  }
  metrics.emails.inc({ kind, outcome });
  await recordEnd(gateway, claimed, outcome === 'sent' ? 'SENT' : 'DROPPED');
  return { outcome };
}

/** Before each further try to record an end: a server that takes over the database needs seconds. */
const recordDelaysMs = [200, 1000];

/** While the database is away, what was sent must not count as a failed try, which is repeated in seconds. */
async function recordEnd(
  { database, now, stopping }: Gateway,
  { id, attempts }: ClaimedEmail,
  state: 'SENT' | 'DROPPED',
): Promise<void> {
  const record = () => endEmail(database, { id, attempts, state, now: now() });
  for (const delayMs of recordDelaysMs) {
    try {
      return await record();
    } catch {
      // A gateway that stops waits no longer.
      await setTimeout(delayMs, null, { signal: stopping }).catch(() => null);
    }
  }
  return record();
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof EmailRefused) return error.isFinal ? 'refused' : 'postponed';
  if (error instanceof UnknownEmailKind) return 'postponed';
  return error instanceof Unavailable ? 'unavailable' : 'failed';
}

function nextTry({ attempts, createdAt }: ClaimedEmail, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() > giveUpMs) return null;
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
  return addMs(now, delay);
}

/** Only the code of the mail server's answer, since its text quotes addresses. */
function mailErrorCode(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  if ('responseCode' in cause && cause.responseCode) return String(cause.responseCode);
  return 'code' in cause ? String(cause.code) : cause.name;
}

interface AccountEmailDependencies {
  mail: Mail;
  siteUrl: string;
  now: () => Date;
  snapshot: () => CampaignSnapshot;
}

export function openAccountEmails({
  mail,
  siteUrl,
  now,
  snapshot,
}: AccountEmailDependencies): AccountEmails {
  return {
    // Not queued: people wait for it, and its code is not written to the database.
    async sendResetLink(to, path, isWanted) {
      const at = now();
      const facts = { snapshot: snapshot(), siteUrl, name: null, at, now: at };
      await mail.send({ ...(await renderEmail(passwordReset(path), facts)), to }, isWanted);
    },
    async queuePasswordChanged(queries, { id, email: to }) {
      const campaignId = campaignIdOf(snapshot().campaign);
      const consumer = await findConsumerByIdentity(queries, campaignId, id);
      const hadBankInfo = Boolean(consumer?.bankInfo);
      const event = { kind: 'PASSWORD_CHANGED', hadBankInfo } as const;
      const consumerId = consumer?.id ?? null;
      await queueEmail(queries, { campaignId, consumerId, to, event, now: now() });
    },
  };
}
