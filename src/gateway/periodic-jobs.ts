import { rebuildWithoutPastWinners } from './campaign/published-campaign.ts';
import { type CampaignState, followCampaign } from './campaign-versions/follow-campaign.ts';
import { deleteExpiredAccess } from './db/queries/identity.ts';
import { deleteExpiredBuckets } from './db/queries/rate-limits.ts';
import { queueDrawResults } from './draws/winner-queries.ts';
import { continueMailings } from './emails/mailings.ts';
import { eraseFailedEmails } from './emails/queries.ts';
import { sendDueEmails } from './emails/send-and-retry.ts';
import { countFailure, failureFingerprint, recordFailure } from './failures.ts';
import type { Gateway } from './gateway.ts';
import { deleteOldResponses } from './http/idempotency.ts';
import { publishLog, resumeLog } from './ledger/publish-log.ts';
import { queueNewsletter } from './newsletter/queries.ts';
import { eraseExpiredHolds } from './privacy/erase.ts';
import { publishErasures } from './privacy/erasure-list.ts';
import { deleteDueFiles } from './receipts/file-deletion.ts';
import { askDueOfficeQuestions } from './receipts/tax-office-answers.ts';
import { deleteExpiredOneTimeLogins } from './sign-in/one-time-login.ts';
import { deleteOldOfficeQuestions } from './tax-office/queries.ts';
import { stampLedger } from './time-stamps/stamp-ledger.ts';

/** A new job has a line here, in `intervalsMs`, `createJobs` and `startJobs`. */
export interface Jobs {
  followCampaign(): Promise<void>;
  /** Sends all due emails, including those that other gateways queued. */
  sendEmails(): Promise<void>;
  publishLog(): Promise<void>;
  stamp(): Promise<void>;
  askTaxOffices(): Promise<void>;
  tidy(): Promise<void>;
}

const intervalsMs = {
  followClock: 1000,
  followCampaign: 1000,
  sendEmails: 1000,
  publishLog: 1000,
  stamp: 15_000,
  /** A question that another gateway left behind is taken up within this. */
  askTaxOffices: 15_000,
  tidy: 10 * 60_000,
};

export function createJobs(
  gateway: Gateway,
  state: CampaignState,
  fetch: typeof globalThis.fetch,
): Jobs {
  return {
    followCampaign: () => followCampaign(gateway, state, fetch),
    sendEmails: async () => {
      await continueMailings(gateway, {
        DRAW_RESULT: queueDrawResults,
        NEWSLETTER: queueNewsletter,
      });
      await sendDueEmails(gateway);
    },
    publishLog: () => publishLog(gateway),
    stamp: () => stampLedger(gateway),
    askTaxOffices: () => askDueOfficeQuestions(gateway),
    tidy: () => tidy(gateway),
  };
}

/** @returns what stops them, and waits for those that must not be cut short */
export function startJobs(
  gateway: Gateway,
  jobs: Jobs & { followClock(): Promise<void> },
): () => Promise<void> {
  const awaited = [
    repeat(gateway, 'clock', intervalsMs.followClock, jobs.followClock),
    repeat(gateway, 'campaign', intervalsMs.followCampaign, jobs.followCampaign),
    repeat(gateway, 'time stamp', intervalsMs.stamp, jobs.stamp),
    repeat(gateway, 'email', intervalsMs.sendEmails, jobs.sendEmails),
    repeat(gateway, 'log', intervalsMs.publishLog, jobs.publishLog),
  ];
  // These may be cut short: the next run, of any gateway, repeats them.
  const background = [
    setInterval(() => gateway.runInBackground('tidy', jobs.tidy), intervalsMs.tidy),
    setInterval(
      () => gateway.runInBackground('tax office', jobs.askTaxOffices),
      intervalsMs.askTaxOffices,
    ),
  ];
  return async () => {
    for (const job of background) clearInterval(job);
    for (const job of awaited) await job.stop();
  };
}

/** Runs one at a time; logs only the first of equal failures in a row, and counts all. */
function repeat(gateway: Gateway, event: string, milliseconds: number, work: () => Promise<void>) {
  let lastFailure: string | null = null;
  let isBusy = false;
  let last = Promise.resolve();
  const run = async () => {
    try {
      await work();
      lastFailure = null;
    } catch (error) {
      const failure = failureFingerprint(error);
      (failure === lastFailure ? countFailure : recordFailure)(gateway, event, error);
      lastFailure = failure;
    }
    isBusy = false;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    last = run();
  }, milliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** A step that fails, such as one that needs the file storage, does not stop the others. */
async function tidy(gateway: Gateway): Promise<void> {
  const { database, now } = gateway;
  const steps = [
    () => deleteOldResponses(database, now()),
    () => deleteExpiredBuckets(database, now()),
    () => deleteExpiredAccess(database, now()),
    () => deleteExpiredOneTimeLogins(database, now()),
    () => eraseExpiredHolds(database, now()),
    () => deleteDueFiles(gateway),
    () => publishErasures(gateway),
    () => deleteOldOfficeQuestions(database, now()),
    () => eraseFailedEmails(database, now()),
    () => rebuildWithoutPastWinners(database, now()),
    () => resumeLog(gateway),
  ];
  for (const step of steps) {
    await step().catch((error: unknown) => recordFailure(gateway, 'tidy', error));
  }
}
