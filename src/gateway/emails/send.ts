import type { Gateway } from '../gateway.ts';
import { recordFailure } from '../http/record-failure.ts';
import { type Email, EmailRefused } from '../services/mail.ts';
import { Unavailable } from '../unavailable.ts';
import { composeEmail } from './compose.ts';
import { endEmail, postponeEmail, type TakenEmail, takeDueEmails } from './queries.ts';

/** In milliseconds; the last one again and again, so that an hour's outage costs no email. */
const retryDelays = [5_000, 60_000, 5 * 60_000, 15 * 60_000];
/** After that only the operator has it sent again. */
const giveUpMilliseconds = 72 * 3_600_000;

const together = 10;

/** A gateway that is asked to end leaves the rest to the others, or to its next start. */
const lastPassMilliseconds = 5_000;

type Outcome = 'sent' | 'dropped' | 'refused' | 'unavailable' | 'failed';

interface Attempt {
  outcome: Outcome;
  error?: unknown;
}

/**
 * Sends what is due, of this gateway's share, until nothing is left or the mail server is away.
 * A gateway that dies between sending and noting it leaves the email to another one, which sends
 * it once more with the same Message-ID.
 */
export async function sendDueEmails(gateway: Gateway): Promise<void> {
  const { database, now, stopping } = gateway;
  const lastMoment = performance.now() + lastPassMilliseconds;
  while (!stopping.aborted || performance.now() < lastMoment) {
    const campaignId = Number(gateway.campaign.campaign.id);
    const taken = await takeDueEmails(database, { campaignId, now: now(), most: together });
    if (taken.length === 0) return;
    // Written in their order, so that a person's emails set out in it.
    const written: { email: TakenEmail; text: Written }[] = [];
    for (const email of taken) written.push({ email, text: await write(gateway, email) });
    const tries = written.map(({ email, text }) => attempt(gateway, email, text));
    const unavailable = (await Promise.all(tries)).find(({ outcome }) => outcome === 'unavailable');
    // One line says that the server is away, not one for each email.
    if (unavailable) return recordFailure(gateway, 'email', unavailable.error);
  }
}

type Written = { content: Omit<Email, 'to'> | null } | { error: unknown };

async function write(gateway: Gateway, email: TakenEmail): Promise<Written> {
  const { database, campaign: snapshot, settings, now } = gateway;
  const { siteUrl, apiUrl } = settings;
  const { name, createdAt: at } = email;
  const facts = { snapshot, siteUrl, apiUrl, name, at, now: now() };
  try {
    return { content: await composeEmail(database, email, facts) };
  } catch (error) {
    return { error };
  }
}

async function attempt(gateway: Gateway, email: TakenEmail, written: Written): Promise<Attempt> {
  const { database, mail, now, metrics } = gateway;
  const { id, attempts, to, messageId } = email;
  const { kind } = email.event;
  try {
    if ('error' in written) throw written.error;
    if (written.content) await mail.sendOnce({ ...written.content, to, messageId });
    const outcome = written.content ? 'sent' : 'dropped';
    metrics.emails.inc({ kind, outcome });
    const state = written.content ? 'SENT' : 'DROPPED';
    await endEmail(database, { id, attempts, state, now: now() });
    return { outcome };
  } catch (error) {
    const outcome = outcomeOf(error);
    metrics.emails.inc({ kind, outcome });
    if (outcome !== 'unavailable') recordFailure(gateway, 'email', error);
    const nextAt = outcome === 'refused' ? null : nextTry(email, now());
    await postponeEmail(database, { id, attempts, nextAt, error: codeOf(error), now: now() });
    return { outcome, error };
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof EmailRefused) return 'refused';
  return error instanceof Unavailable ? 'unavailable' : 'failed';
}

function nextTry({ attempts, createdAt }: TakenEmail, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() > giveUpMilliseconds) return null;
  const delay = retryDelays[attempts - 1] ?? retryDelays.at(-1) ?? 0;
  return new Date(now.getTime() + delay);
}

/** Of the mail server's answer only the code: its words quote addresses. */
function codeOf(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  if ('responseCode' in cause && cause.responseCode) return String(cause.responseCode);
  return 'code' in cause ? String(cause.code) : cause.name;
}
