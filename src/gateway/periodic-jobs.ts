import { minuteMs } from '../rules/dates.ts';
import { type CampaignState, followCampaign } from './campaign-versions/follow-campaign.ts';
import { deleteExpiredAccess } from './db/queries/identity.ts';
import { deleteExpiredBuckets } from './db/queries/rate-limits.ts';
import { queueDrawResults } from './draws/result-emails.ts';
import { rebuildWithoutPastWinners } from './draws/winner-queries.ts';
import { continueMailings } from './emails/mailings.ts';
import { eraseFailedEmails } from './emails/queries.ts';
import { sendDueEmails } from './emails/send-and-retry.ts';
import { countFailure, failureFingerprint, recordFailure } from './failures.ts';
import type { Gateway } from './gateway.ts';
import { deleteOldResponses } from './http/idempotency.ts';
import { publishLog, resumeLog } from './ledger/publish-log.ts';
import { queueNewsletter } from './newsletter/queries.ts';
import { eraseExpiredHolds } from './privacy/erase.ts';
import { countDueOfficeQuestions, wakeAllOfficeAskers } from './receipts/ask-tax-offices.ts';
import { sessionDays } from './services/identity/sessions.ts';
import { deleteExpiredOneTimeCodes } from './sign-in/one-time-codes.ts';
import { deleteOldOfficeQuestions } from './tax-office/queries.ts';
import { stampLedger } from './time-stamps/stamp-ledger.ts';

export type Jobs = ReturnType<typeof createJobs>;

/** A new job has a line here and in `schedule`. */
export function createJobs(gateway: Gateway, state: CampaignState, fetch: typeof globalThis.fetch) {
  return {
    followCampaign: () => followCampaign(gateway, state, fetch),
    /** Sends all due emails, including those that other gateways queued. */
    sendEmails: async () => {
      await continueMailings(gateway, {
        DRAW_RESULT: queueDrawResults,
        NEWSLETTER: queueNewsletter,
      });
      await sendDueEmails(gateway);
    },
    publishLog: () => publishLog(gateway),
    stamp: () => stampLedger(gateway),
    askTaxOffices: () => wakeAllOfficeAskers(gateway),
    countOfficeQuestions: () => countDueOfficeQuestions(gateway),
    tidy: () => tidy(gateway),
  };
}

type ScheduledJobs = Jobs & { followClock(): Promise<void> };

interface ScheduledJob {
  name: keyof ScheduledJobs;
  event: string;
  everyMs: number;
  runsInBackground?: true;
}

/**
 * In the order in which they stop: the log last, which the others write. `settle` of the started
 * gateway (start-up.ts) waits for those in the background.
 */
const schedule: readonly ScheduledJob[] = [
  { name: 'tidy', event: 'tidy', everyMs: 10 * minuteMs, runsInBackground: true },
  // A question that another gateway left behind is taken up within this time.
  { name: 'askTaxOffices', event: 'tax office', everyMs: 15_000 },
  { name: 'countOfficeQuestions', event: 'tax office', everyMs: 15_000 },
  { name: 'followClock', event: 'clock', everyMs: 1000 },
  { name: 'followCampaign', event: 'campaign', everyMs: 1000 },
  { name: 'stamp', event: 'time stamp', everyMs: 15_000 },
  { name: 'sendEmails', event: 'email', everyMs: 1000 },
  { name: 'publishLog', event: 'log', everyMs: 1000 },
];

/** @returns what stops them, and waits for those that do not run in the background */
export function startJobs(gateway: Gateway, jobs: ScheduledJobs): () => Promise<void> {
  const stops = schedule.map((job) => repeat(gateway, job, jobs[job.name]));
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** Runs one at a time; logs only the first of equal failures in a row, and counts all. */
function repeat(
  gateway: Gateway,
  { event, everyMs, runsInBackground }: ScheduledJob,
  work: () => Promise<void>,
) {
  let lastFailure: string | null = null;
  let isBusy = false;
  let last = Promise.resolve();
  const run = async () => {
    try {
      await work();
      lastFailure = null;
    } catch (error) {
      const failure = failureFingerprint(error);
      if (failure === lastFailure) countFailure(gateway, event, error);
      else recordFailure(gateway, event, error);
      lastFailure = failure;
    }
    isBusy = false;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    if (runsInBackground) gateway.runInBackground(event, run);
    else last = run();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** A step that fails, such as one that needs the file storage, does not stop the others. */
async function tidy(gateway: Gateway): Promise<void> {
  const { database, now, stopping } = gateway;
  const steps = [
    () => deleteOldResponses(database, now(), stopping),
    () => deleteExpiredBuckets(database, now(), stopping),
    () => deleteExpiredAccess(database, { now: now(), sessionDays }, stopping),
    () => deleteExpiredOneTimeCodes(database, now()),
    () => eraseExpiredHolds(database, now(), stopping),
    () => gateway.deleteFiles(),
    () => gateway.writeErasureList(),
    () => deleteOldOfficeQuestions(database, now()),
    () => eraseFailedEmails(database, now()),
    () => rebuildWithoutPastWinners(database, now()),
    () => resumeLog(gateway),
  ];
  for (const step of steps) {
    if (stopping.aborted) return;
    await step().catch((error: unknown) => recordFailure(gateway, 'tidy', error));
  }
}
