import { setTimeout as pause } from 'node:timers/promises';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import type { CampaignState } from './campaign-versions/follow-campaign.ts';
import type { Database } from './db/database.ts';
import { campaignIdOf } from './db/queries/campaigns.ts';
import { getOrCreateErasedDocumentsKey } from './db/queries/secrets.ts';
import { getOrCreateConversationKey, getOrCreateUnsubscribeKey } from './emails/email-links.ts';
import { openAccountEmails } from './emails/send-and-retry.ts';
import { recordFailure } from './failures.ts';
import type { Gateway, SiteState } from './gateway.ts';
import { rememberDatabase } from './ledger/append-entries.ts';
import { DatabaseBehindLog, resumeLog } from './ledger/publish-log.ts';
import { loadOrCreateCampaign } from './load-or-create-campaign.ts';
import type { Log } from './logging.ts';
import { openMetrics } from './metrics.ts';
import { createJobs, type Jobs } from './periodic-jobs.ts';
import { writeErasureList } from './privacy/erasure-list.ts';
import { openOfficeAskers } from './receipts/ask-tax-offices.ts';
import { deleteDueFiles } from './receipts/file-deletion.ts';
import { getOrCreateReceiptLinkKey } from './receipts/receipt-files-and-links.ts';
import { openBotCheck } from './services/bot-check.ts';
import { type EmbeddedOptions, openEmbedded } from './services/identity/embedded-identity.ts';
import { openPlatform, type PlatformOptions } from './services/identity/identity-platform.ts';
import { defaultPasswordCost, passwordLimits } from './services/identity/password-hash.ts';
import { openMail } from './services/mail.ts';
import type { Ocr } from './services/ocr/ocr.ts';
import { readingLimits } from './services/ocr/ocr.ts';
import { openOcrInThread } from './services/ocr/ocr-thread.ts';
import { pictureLimits } from './services/open-picture.ts';
import { openSlowLane, openUploadSlots, uploadLimits, WorkQueue } from './services/queues.ts';
import { openStorage } from './services/storage.ts';
import { openTimeStamps } from './services/time-stamps.ts';
import type { Settings } from './settings/settings.ts';
import { atMostAtOnce } from './share-work.ts';
import { returnWaitingWithdrawals, revertPayoutChanges } from './wallets/withdrawals.ts';

export interface StartUpOptions {
  now: () => Date;
  log: Log;
  stopping?: AbortSignal;
  site?: { state: SiteState };
  /** A reader of pictures, which the caller closes; by default the gateway opens its own. */
  ocr?: Ocr;
  fetch?: typeof fetch;
  /** How long services outside may take, such as the identity service and the file storage. */
  timeoutMs?: number;
  passwordCost?: number;
  wait?: (milliseconds: number) => Promise<void>;
}

interface StartedGateway extends Jobs {
  gateway: Gateway;
  settle(): Promise<void>;
  version(): number;
  isSoldOut(): boolean;
  close(): Promise<void>;
}

/** Shorter than a page's timeout, so that users learn which service is down. */
const defaultTimeoutMs = 8_000;

export async function startUp(
  settings: Settings,
  database: Database,
  options: StartUpOptions,
): Promise<StartedGateway> {
  const { now, log, fetch = globalThis.fetch } = options;
  const warn = (sentence: string) => log('warning', { sentence }, 'warning');
  const state: CampaignState = {
    current: await loadOrCreateCampaign(database, settings, { now: now(), warn }),
  };
  await rememberDatabase(database, campaignIdOf(state.current.snapshot.campaign));
  await makeKeys(database);
  const background = openBackground();
  const gateway = await openServices(settings, database, options, { state, background });
  await resumeLog(gateway).catch((error: unknown) => {
    if (error instanceof DatabaseBehindLog) throw error;
    recordFailure(gateway, 'log', error);
  });
  return {
    gateway,
    settle: background.settle,
    version: () => state.current.version,
    isSoldOut: () => state.isSoldOut ?? false,
    ...createJobs(gateway, state, fetch),
    close: async () => {
      gateway.mail.hurry();
      await background.settle();
      if (!options.ocr) await gateway.ocr.close();
      await database.close();
    },
  };
}

/** Creates secrets at the start, so that none is added while another gateway rewraps them all. */
async function makeKeys(database: Database): Promise<void> {
  for (const getOrCreate of [
    getOrCreateReceiptLinkKey,
    getOrCreateErasedDocumentsKey,
    getOrCreateConversationKey,
    getOrCreateUnsubscribeKey,
  ]) {
    await getOrCreate(database);
  }
}

interface Background {
  run(work: Promise<void>): Promise<void>;
  settle(): Promise<void>;
}

function openBackground(): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const job = work.finally(() => running.delete(job));
      running.add(job);
      return job;
    },
    settle: async () => {
      await Promise.all(running);
    },
  };
}

async function openServices(
  settings: Settings,
  database: Database,
  options: StartUpOptions,
  { state, background }: { state: CampaignState; background: Background },
): Promise<Gateway> {
  const {
    now,
    log,
    stopping = new AbortController().signal,
    fetch = globalThis.fetch,
    ocr = openOcrInThread(),
    timeoutMs = defaultTimeoutMs,
  } = options;
  const queues = openQueues();
  const metrics = openMetrics(database, queues);
  const mail = openMail(settings, now);
  const slowLane = openSlowLane(database, now, options.wait ?? pause);
  const currentSnapshot = () => state.current.snapshot;
  const identity = await openIdentity(settings, database, options, {
    fetch,
    timeoutMs,
    stopping,
    slowLane,
    mail,
    currentSnapshot,
    passwordQueue: queues.passwords,
    report: (problem) => recordFailure({ log, metrics }, 'account check', problem),
  });
  const gateway: Gateway = {
    settings,
    database,
    get snapshot() {
      return currentSnapshot();
    },
    campaignId: campaignIdOf(currentSnapshot().campaign),
    identity,
    botCheck: openBotCheck(settings, fetch, timeoutMs),
    ocr,
    pictureQueue: queues.pictures,
    readingQueue: queues.readings,
    uploads: openUploadSlots(uploadLimits),
    slowLane,
    storage: openStorage(settings.storageUrl, timeoutMs),
    mail,
    timeStamps: openTimeStamps(settings, fetch, timeoutMs),
    now,
    log,
    metrics,
    stopping,
    site: options.site ?? { state: 'built' },
    deleteFiles: atMostAtOnce(1, () => deleteDueFiles(gateway)),
    writeErasureList: atMostAtOnce(1, () => writeErasureList(gateway)),
    askTaxOffice: (state) => officeAskers(state),
    runInBackground: (event, work) =>
      background.run(work().catch((error: unknown) => recordFailure(gateway, event, error))),
  };
  const officeAskers = openOfficeAskers(gateway);
  return gateway;
}

type IdentityParts = EmbeddedOptions & PlatformOptions;

/** A new password, and sessions that Identity Platform ended, also take back what a thief may have done. */
function openIdentity(
  settings: Settings,
  database: Database,
  { now, wait, passwordCost = defaultPasswordCost }: StartUpOptions,
  {
    mail,
    currentSnapshot,
    ...parts
  }: Pick<
    IdentityParts,
    'fetch' | 'timeoutMs' | 'stopping' | 'slowLane' | 'passwordQueue' | 'report'
  > & { mail: Gateway['mail']; currentSnapshot: () => CampaignSnapshot },
): Promise<Gateway['identity']> {
  const { stopping } = parts;
  const { identity, siteUrl } = settings;
  const options: IdentityParts = {
    ...parts,
    database,
    now,
    passwordCost,
    emails: openAccountEmails({ mail, siteUrl, now, snapshot: currentSnapshot }),
    wait: wait ?? ((ms) => pause(ms, undefined, { signal: stopping }).catch(() => {})),
    onNewPassword: (queries, identityId) => {
      const waiting = { identityId, requestedBefore: null, isSilent: true, now: now() };
      return returnWaitingWithdrawals(queries, waiting);
    },
    onSessionsEnded: (identityId, ended) =>
      revertPayoutChanges(database, { identityId, ...ended, now: now() }),
  };
  return identity.kind === 'platform'
    ? openPlatform(identity, options)
    : openEmbedded(identity, options);
}

function openQueues() {
  return {
    passwords: new WorkQueue('passwords', passwordLimits),
    pictures: new WorkQueue('pictures', pictureLimits),
    readings: new WorkQueue('readings', readingLimits),
  };
}
