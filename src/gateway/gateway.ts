import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import type { State } from '../rules/receipts/access-key.ts';
import type { Database } from './db/database.ts';
import type { Log } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { BotCheck } from './services/bot-check.ts';
import type { IdentityService } from './services/identity/identity.ts';
import type { Mail } from './services/mail.ts';
import type { Ocr } from './services/ocr/ocr.ts';
import type { SlowLane, UploadSlots, WorkQueue } from './services/queues.ts';
import type { Storage } from './services/storage.ts';
import type { TimeStamps } from './services/time-stamps.ts';
import type { Settings } from './settings/settings.ts';

/** `earlier`: the pages of the earlier build are served while a new one is made. */
export type SiteState = 'missing' | 'earlier' | 'built';

/** Everything that handlers and jobs can reach; `start-up.ts` makes one. */
export interface Gateway {
  readonly settings: Settings;
  readonly database: Database;
  /** Replaced by newer versions, so read it at every call. */
  readonly snapshot: CampaignSnapshot;
  readonly campaignId: number;
  readonly identity: IdentityService;
  readonly botCheck: BotCheck;
  readonly ocr: Ocr;
  readonly pictureQueue: WorkQueue;
  readonly readingQueue: WorkQueue;
  readonly uploads: UploadSlots;
  readonly slowLane: SlowLane;
  readonly storage: Storage;
  readonly mail: Mail;
  readonly timeStamps: TimeStamps | null;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when the process must end: it finishes open calls and takes no new connections. */
  readonly stopping: AbortSignal;
  readonly site: { state: SiteState };
  /** Deletes the files that are due. Callers that come while it runs share one further run. */
  readonly deleteFiles: () => Promise<void>;
  readonly writeErasureList: () => Promise<void>;
  /** Asks a state's tax office all that is due. While that runs, a further call makes it look once more. */
  readonly askTaxOffice: (state: State) => Promise<void>;
  /** Does not delay the answer, so that its duration reveals nothing. Logs failures, and never rejects. */
  readonly runInBackground: (event: string, work: () => Promise<void>) => Promise<void>;
}
