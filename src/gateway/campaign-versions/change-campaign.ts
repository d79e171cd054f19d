import { isDeepStrictEqual } from 'node:util';
import { type JudgedChange, judgeChanges } from '../../campaign/change-rules.ts';
import {
  type CampaignSnapshot,
  type Change,
  changesBetween,
  newRegulationVersion,
  parseSnapshot,
} from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import { instantOf } from '../../rules/dates.ts';
import { isExtractionOver } from '../../rules/draws/federal-lottery.ts';
import type { Commitments, DrawRules, LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { formatMoney, limitInCentavos } from '../../rules/money.ts';
import { heldUntil } from '../../rules/people/erasure.ts';
import { changeStocks } from '../campaign/prize-stock.ts';
import type { Queries } from '../db/database.ts';
import {
  campaignIdOf,
  type EngineKey,
  engineKeyOf,
  findFormerOptIns,
  isCampaignClosed,
  lockCampaign,
  updateCampaign,
} from '../db/queries/campaigns.ts';
import { moveEndOfHolds } from '../db/queries/consumers.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { lockFund, setFundTotal } from '../rewards/cashback.ts';
import { drawRules } from '../rewards/prepare-engines.ts';
import {
  findDrawsWithNumbers,
  findFirstTenant,
  findNewestCommitments,
  findPictureHashes,
  findVersion,
  findVersions,
  insertPictures,
  insertVersion,
  type PictureHashes,
} from './version-queries.ts';

interface CampaignChange {
  snapshot: CampaignSnapshot;
  pictures: PictureHashes;
  files: readonly { sha256: string; base64: string }[];
  author: string;
  reason: string | null;
  /** Stands in the history where no reason was given. */
  remark?: string;
  /** The version that the change began from; null when that is not known. */
  basedOn: number | null;
  /** Undoes versions that the author has not seen, and with a reason breaks promises. */
  isForced: boolean;
  now: Date;
}

/** Without changes, `version` is the current one. */
export interface AppliedChange {
  version: number;
  changes: JudgedChange[];
}

/** Changes stock, funds and ledger in one transaction; receipts are still accepted during it. */
export async function applyCampaign(
  queries: Queries,
  change: CampaignChange,
): Promise<AppliedChange | Refusal> {
  const { snapshot, now } = change;
  const campaignId = campaignIdOf(snapshot.campaign);
  const row = await lockCampaign(queries, campaignId);
  if (!row) throw new Error(`The database holds no campaign ${campaignId}`);
  const before = parseSnapshot(row.snapshot, 'the database');
  const hasStarted = now >= instantOf(before.campaign.startsAt);
  const committed = await findNewestCommitments(queries, campaignId);
  const judgedChanges = judgeChanges(before, snapshot, {
    hasStarted,
    isClosed: await isCampaignClosed(queries, campaignId),
    drawsWithNumbers: await findDrawsWithNumbers(queries, campaignId),
    offeredOptIns: await findFormerOptIns(
      queries,
      campaignId,
      snapshot.campaign.registerOptins.map(({ code }) => code),
    ),
    drawsAsCommitted: drawsAsCommitted(snapshot, committed),
    firstTenant: await findFirstTenant(queries, campaignId),
  });
  const hashes = await findPictureHashes(queries, campaignId);
  const changes = [...judgedChanges, ...pictureChanges(hashes, change.pictures)];
  if (changes.length === 0) return { version: row.version, changes };
  const conflict = await checkConflict(queries, change, { version: row.version, changes });
  if (conflict) return conflict;
  const regulationVersion = newRegulationVersion(before, snapshot);
  const hasRegulation = before.hotsite.pages.regulations.length > 0;
  const lacksNewRegulation = hasStarted && hasRegulation && regulationVersion === null;
  const refusal =
    checkPermissions(changes, { ...change, hasStarted, lacksNewRegulation }) ??
    checkBeforeExtraction(before, snapshot, { committed, now }) ??
    (await checkFunds(queries, changedFunds(before, snapshot)));
  if (refusal) return refusal;
  const version = row.version + 1;
  await storeVersion(queries, change, { before, version, changes, regulationVersion });
  return { version, changes };
}

function pictureChanges(before: PictureHashes, after: PictureHashes): JudgedChange[] {
  return changesBetween(before, after).map((change) => ({
    ...change,
    permission: 'FREE',
    why: '',
    isCommitted: false,
  }));
}

async function storeVersion(
  queries: Queries,
  change: CampaignChange,
  {
    before,
    version,
    changes,
    regulationVersion,
  }: AppliedChange & { before: CampaignSnapshot; regulationVersion: string | null },
): Promise<void> {
  const { snapshot, now } = change;
  const campaignId = campaignIdOf(snapshot.campaign);
  await insertPictures(queries, campaignId, change.files);
  await insertVersion(queries, campaignId, {
    ...change,
    version,
    reason: change.reason ?? change.remark ?? '',
    forced: changes.some(({ permission }) => permission === 'PROMISE'),
    createdAt: now,
    rebuildTakenAt: null,
  });
  await updateCampaign(queries, { id: campaignId, version, snapshot });
  await changeStocks(queries, before, snapshot);
  for (const fund of changedFunds(before, snapshot)) await setFundTotal(queries, fund);
  await moveEndOfHolds(queries, campaignId, heldUntil(snapshot.campaign.endsAt));
  if (changes.some(({ isCommitted }) => isCommitted)) {
    const entry = await commitmentsChanged(queries, snapshot, {
      reason: change.reason ?? 'Antes do início',
      regulationVersion: regulationVersion ?? '1',
      now,
    });
    await appendToLedger(queries, campaignId, { now, entries: [entry] });
  }
}

type StoredVersion = Awaited<ReturnType<typeof findVersion>>;

function changesOfVersion(before: StoredVersion, after: StoredVersion): Change[] {
  return [
    ...changesBetween(before?.snapshot, after?.snapshot),
    ...changesBetween(before?.pictures, after?.pictures),
  ];
}

/** An entry that was added or removed is one change, of all its members. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** A file that is older than the current version would undo changes that its author never saw. */
async function checkConflict(
  queries: Queries,
  { snapshot, basedOn, author, isForced }: CampaignChange,
  { version: current, changes }: AppliedChange,
): Promise<Refusal | null> {
  if (basedOn === null || basedOn >= current || isForced) return null;
  const campaignId = campaignIdOf(snapshot.campaign);
  const versions = await findVersions(queries, campaignId, current - basedOn);
  const stored = (version: number) => findVersion(queries, campaignId, version);
  const base = await stored(basedOn);
  const ofOthers: Change[] = [];
  let last = base;
  for (const { version, author: other } of versions.toReversed()) {
    const next = await stored(version);
    if (other !== author) ofOthers.push(...changesOfVersion(last, next));
    last = next;
  }
  const sinceBase = changesOfVersion(base, last);
  const undone = changes.filter(
    ({ path, after }) =>
      ofOthers.some((change) => isWithin(change.path, path) || isWithin(path, change.path)) ||
      sinceBase.some((change) => change.path === path && isDeepStrictEqual(change.before, after)),
  );
  if (undone.length === 0) return null;
  const authors = versions.map(({ version, author }) => `${version} de ${author}`).join(', ');
  return refuseChanges(
    undone,
    `O arquivo é da versão ${basedOn} e desfaria mudanças de versões posteriores (${authors}). Salve a campanha outra vez e repita a sua mudança, ou use --force:`,
  );
}

function checkBeforeExtraction(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
  ledger: { committed: Commitments | null; now: Date },
): Refusal | null {
  const draw = drawChangedTooLate(before, after, ledger);
  if (!draw) return null;
  return notAllowedNow(`Isto não pode mais mudar: a extração do sorteio ${draw} já ocorreu.`);
}

function refuseChanges(refused: readonly JudgedChange[], message: string): Refusal {
  const fields = refused.map(({ path, why }) => ({ field: path, message: why }));
  return refuse('NOT_ALLOWED_NOW', { message, fields });
}

function checkPermissions(
  changes: readonly JudgedChange[],
  {
    reason,
    isForced,
    hasStarted,
    lacksNewRegulation,
  }: CampaignChange & { hasStarted: boolean; lacksNewRegulation: boolean },
): Refusal | null {
  const never = changes.filter(({ permission }) => permission === 'NEVER');
  if (never.length > 0) return refuseChanges(never, 'Isto não pode mais mudar:');
  const broken = changes.filter(({ permission }) => permission === 'PROMISE');
  if (broken.length > 0 && !(isForced && reason)) {
    const isAnnounced = !(lacksNewRegulation && broken.some(({ isCommitted }) => isCommitted));
    const message = isAnnounced
      ? 'Isto quebra uma promessa; com --force e --reason vale assim mesmo:'
      : 'Isto quebra uma promessa e está nos compromissos: só vale com --force, --reason e um regulamento com outra "version" e um "notice":';
    return refuseChanges(broken, message);
  }
  const committed = changes.filter(({ isCommitted }) => isCommitted);
  if (committed.length > 0 && lacksNewRegulation) {
    const message =
      'Isto está nos compromissos: dê a um regulamento outra "version" e um "notice", e informe --reason:';
    return refuseChanges(committed, message);
  }
  if (committed.length > 0 && hasStarted && !reason) {
    const message = 'Isto está nos compromissos: informe --reason, que o registro publica:';
    return refuseChanges(committed, message);
  }
  return null;
}

type FundTotal = EngineKey & { totalCentavos: number | null };

function changedFunds(before: CampaignSnapshot, { campaign }: CampaignSnapshot): FundTotal[] {
  return campaign.engines
    .filter(({ id, type, details }) => {
      const old = findById(before.campaign.engines, id);
      return type === 'CASHBACK' && old?.details.totalAmount !== details.totalAmount;
    })
    .map((engine) => ({
      ...engineKeyOf(campaign, engine),
      totalCentavos: limitInCentavos(engine.details.totalAmount),
    }));
}

/** Locks the funds, so that what receipts have reserved stays as it is found. */
async function checkFunds(queries: Queries, funds: readonly FundTotal[]): Promise<Refusal | null> {
  for (const fund of funds) {
    const { reserved } = await lockFund(queries, fund);
    if (fund.totalCentavos === null || reserved <= fund.totalCentavos) continue;
    const field = `campaign.engines[${fund.engineId}].details.totalAmount`;
    const message = `as notas já têm ${formatMoney(reserved)} reservados`;
    return refuse('NOT_ALLOWED_NOW', {
      message: 'O fundo não pode ser tão pequeno:',
      fields: [{ field, message }],
    });
  }
  return null;
}

async function commitmentsChanged(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { reason, regulationVersion, now }: { reason: string; regulationVersion: string; now: Date },
): Promise<LedgerEntry> {
  const before = await findNewestCommitments(queries, campaignIdOf(snapshot.campaign));
  if (!before) throw new Error('The ledger holds no commitments');
  const after = commitmentsAfter(before, snapshot, now);
  return { type: 'COMMITMENTS_CHANGED', before, after, reason, regulationVersion };
}

function rulesOf(snapshot: CampaignSnapshot, draw: string | number): DrawRules | null {
  const engine = findById(snapshot.campaign.engines, draw);
  return engine ? drawRules(snapshot, engine) : null;
}

function drawsAsCommitted(snapshot: CampaignSnapshot, committed: Commitments | null): boolean {
  const isSame = ({ engine, rules }: Commitments['draws'][number]) =>
    isDeepStrictEqual(rules?.prizes, rulesOf(snapshot, engine)?.prizes);
  return committed?.draws.every(isSame) ?? false;
}

/** After the extraction other rules could choose the result. Going back to those in the ledger is allowed. */
function drawChangedTooLate(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
  { committed, now }: { committed: Commitments | null; now: Date },
): string | null {
  const changed = before.campaign.engines.find(({ id }) => {
    const oldRules = rulesOf(before, id);
    const newRules = rulesOf(after, id);
    const inLedger = committed?.draws.find(({ engine }) => engine === Number(id))?.rules;
    return (
      isExtractionOver(inLedger ?? oldRules, now) &&
      !isDeepStrictEqual(oldRules, newRules) &&
      // Rules in older ledgers lack members.
      !(inLedger && isDeepStrictEqual({ ...newRules, ...inLedger }, newRules))
    );
  });
  return changed ? String(changed.id) : null;
}

function commitmentsAfter(before: Commitments, snapshot: CampaignSnapshot, now: Date): Commitments {
  const { startsAt, endsAt, engines } = snapshot.campaign;
  const draws = before.draws.map((draw) => {
    const rules = rulesOf(snapshot, draw.engine);
    return rules && !isExtractionOver(draw.rules, now) ? { ...draw, rules } : draw;
  });
  const schedules = before.schedules.map((schedule) => {
    const engine = findById(engines, schedule.engine);
    const maxRewardsByConsumer = engine?.details.maxRewardsByConsumer ?? null;
    return { ...schedule, maxRewardsByConsumer };
  });
  return { ...before, startsAt, endsAt, draws, schedules };
}
