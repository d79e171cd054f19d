import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { BotCheck } from './services/bot-check.ts';
import type { IdentityService } from './services/identity/identity.ts';
import type { Mail } from './services/mail.ts';
import type { Ocr } from './services/ocr/ocr.ts';
import type { Shares, SlowLane, WorkQueue } from './services/queues.ts';
import type { Storage } from './services/storage.ts';
import type { Settings } from './settings/settings.ts';

/** The pages: not built yet, those of an earlier build while a new one is made, or up to date. */
export type SiteState = 'missing' | 'earlier' | 'built';

export interface Gateway {
  readonly settings: Settings;
  readonly database: Database;
  /** As it holds now; another object once a newer version does, so handlers read it anew. */
  readonly campaign: CampaignSnapshot;
  readonly identity: IdentityService;
  readonly botCheck: BotCheck;
  readonly ocr: Ocr;
  /** Where files of receipts wait to be opened and drawn anew. */
  readonly pictures: WorkQueue;
  readonly uploads: Shares;
  /** For those behind an address that has used up what it may do at once. */
  readonly slowLane: SlowLane;
  readonly storage: Storage;
  readonly mail: Mail;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted once the process has to end: it still answers, but takes no new callers. */
  readonly stopping: AbortSignal;
  readonly site: { state: SiteState };
  /** Runs work after the answer, so that the answer's duration reveals nothing; failures are logged. */
  readonly runInBackground: (event: string, work: () => Promise<void>) => void;
}
