import { setTimeout as pause } from 'node:timers/promises';
import { parameter } from '../../rules/campaign/parameters.ts';
import { addMs, dayInSaoPaulo, dayMs, hourMs, minuteMs } from '../../rules/dates.ts';
import { type AccessKey, readAccessKey } from '../../rules/receipts/access-key.ts';
import { withBuyer } from '../../rules/receipts/receipt-code.ts';
import type { Gateway } from '../gateway.ts';
import { type FetchedPage, fetchOfficePage, type PageQuestion } from './fetch-page.ts';
import { judgePage, type Outcome, type OutcomeKind } from './judge-page.ts';
import { canBeAsked } from './offices.ts';
import {
  type OfficePace,
  type OfficeQuestion,
  postponeQuestion,
  type QuestionOutcome,
  recordOfficeHealth,
  reserveQuestionSlot,
} from './queries.ts';
import { readInThread } from './read-in-thread.ts';

const officeTimeoutMs = 25_000;

const retryAfterMs = [5 * minuteMs, hourMs, 6 * hourMs, dayMs, 2 * dayMs, 3 * dayMs];
/** A shop may cancel a receipt shortly after its sale. */
const recheckAfterMs = dayMs;

/** An office that failed so often in a row is left alone for a while. */
const failuresToPause = 5;
const officePauseMs = 10 * minuteMs;

const defaultQuestionsPerDay = 5000;
const intervalMs = 1000;

/** Asks for a question that the caller has taken. @returns null when it has to wait */
export async function askOffice(
  gateway: Gateway,
  question: OfficeQuestion,
  document: string | null,
): Promise<QuestionOutcome | null> {
  const { database, now } = gateway;
  const accessKey = readAccessKey(question.accessKey);
  const parameters = withBuyer(question.qrParameters ?? '', document);
  if (!accessKey || !parameters || !canBeAsked(accessKey))
    return questionOutcome(question, 'not-asked', now());
  const { state } = accessKey;
  if (!(await waitForSlot(gateway, state))) {
    await postponeQuestion(database, question, now());
    return null;
  }
  const hasDocument = parameters !== question.qrParameters;
  const visit = await visitOffice(gateway, { accessKey, parameters, hasDocument });
  if (!visit) {
    await postponeQuestion(database, question, now());
    return null;
  }
  const { outcome, isEncrypted } = visit;
  // Whether the office would answer over plain http is not known then.
  if (outcome.kind !== 'plain-only') {
    const isHealthy = outcome.kind !== 'unavailable';
    const pausedUntil = addMs(now(), officePauseMs);
    await recordOfficeHealth(database, { state, isHealthy, failuresToPause, pausedUntil });
  }
  gateway.log('tax office', { state, outcome: outcome.kind, attempts: question.attempts + 1 });
  const recorded = questionOutcome(question, outcome.kind, now());
  const wouldLoseProof = question.facts?.isEncrypted === true && !isEncrypted;
  if (outcome.kind !== 'confirmed' || wouldLoseProof) return recorded;
  return {
    ...recorded,
    facts: { ...outcome.facts, isEncrypted, askedAt: now().toISOString() },
  };
}

export function officePace(
  { snapshot, settings, now }: Gateway,
  state: AccessKey['state'],
): OfficePace {
  const limit = parameter(snapshot.campaign, 'TAX_OFFICE_DAILY_LIMIT') ?? defaultQuestionsPerDay;
  return {
    state,
    now: now(),
    day: dayInSaoPaulo(now()),
    questionsPerDay: Number(limit),
    intervalMs: settings.taxOffice.kind === 'on' ? intervalMs : 0,
  };
}

/** False when the office may not be asked now. */
async function waitForSlot(gateway: Gateway, state: AccessKey['state']): Promise<boolean> {
  const waitMs = await reserveQuestionSlot(gateway.database, officePace(gateway, state));
  if (waitMs === null) return false;
  await pause(waitMs);
  return true;
}

interface Visit {
  outcome: Outcome;
  isEncrypted: boolean;
}

/** @returns null when the gateway stops meanwhile */
async function visitOffice(
  { settings, metrics, stopping }: Gateway,
  question: PageQuestion,
): Promise<Visit | null> {
  const { accessKey } = question;
  const endTimer = metrics.taxOffice.startTimer({ state: accessKey.state });
  const limit = AbortSignal.any([AbortSignal.timeout(officeTimeoutMs), stopping]);
  const fetched = await fetchOfficePage(settings.taxOffice, question, limit);
  if (fetched.kind === 'unavailable' && stopping.aborted) return null;
  const visit = await judgeFetched(fetched, accessKey);
  endTimer({ outcome: visit.outcome.kind });
  return visit;
}

async function judgeFetched(fetched: FetchedPage, accessKey: AccessKey): Promise<Visit> {
  if (fetched.kind !== 'page') return { outcome: fetched, isEncrypted: false };
  const page = await readInThread(fetched.bytes);
  const outcome: Outcome = page ? judgePage(page, accessKey) : { kind: 'unreadable' };
  return { outcome, isEncrypted: fetched.isEncrypted };
}

/** For a question that has been due for too long to be asked any more. */
export function givenUpOutcome(question: OfficeQuestion, now: Date): QuestionOutcome {
  return { ...questionOutcome(question, 'unavailable', now), nextAt: null };
}

/** Only a cancellation overrides a confirmation. */
function questionOutcome(question: OfficeQuestion, kind: OutcomeKind, now: Date): QuestionOutcome {
  if (question.outcome === 'confirmed' && kind !== 'cancelled') {
    const nextAt = kind === 'confirmed' ? null : nextTime(question, kind, now);
    return { outcome: 'confirmed', facts: question.facts, nextAt };
  }
  return { outcome: kind, facts: null, nextAt: nextTime(question, kind, now) };
}

const retriedKinds = new Set<OutcomeKind>([
  'waiting',
  'not-found',
  'failed',
  'plain-only',
  'unavailable',
]);

/** Null when the answer is final, or retries are used up. */
function nextTime(
  { createdAt, attempts }: Pick<OfficeQuestion, 'createdAt' | 'attempts'>,
  kind: OutcomeKind,
  now: Date,
): Date | null {
  if (kind === 'confirmed') return addMs(now, recheckAfterMs);
  if (!retriedKinds.has(kind)) return null;
  const afterMs = retryAfterMs[attempts];
  if (afterMs === undefined) return null;
  // A question put off for hours would be due several times at once; it waits a minute each time.
  return new Date(Math.max(createdAt.getTime() + afterMs, now.getTime() + minuteMs));
}
