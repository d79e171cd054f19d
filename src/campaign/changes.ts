import { instantOf } from '../rules/dates.ts';
import { plainLine } from '../rules/text.ts';
import { isObject } from './defaults.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/** A member that differs between two versions; undefined in the version that lacks it. */
interface Change {
  /** With ids instead of positions: `campaign.engines[101].name`. */
  path: string;
  before: unknown;
  after: unknown;
}

type Json = Record<string, unknown>;

/** Members that identify the entries of a list, in any order; the first one present counts. */
const keys = ['code', 'id', 'questionOrder', 'campaignPrizeId', 'engineType'] as const;

/** The differences, in the order of the data. An added or removed entry is one change. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      changesBetween(before[name], after[name], path ? `${path}.${name}` : name),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  const [one, other] = [before ?? undefined, after ?? undefined];
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  // An empty list counts as a list that is left out.
  if (isNothing(one) && isNothing(other)) return [];
  return [{ path, before: one, after: other }];
}

function listChanges(before: unknown[], after: unknown[], path: string): Change[] {
  const key = keys.find((name) => isKey(before, name) && isKey(after, name));
  if (!key) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      changesBetween(before[index], after[index], `${path}[${index}]`),
    ).flat();
  }
  const [old, fresh] = [before, after].map(
    (list) => new Map(list.map((entry) => [String((entry as Json)[key]), entry])),
  ) as [Map<string, unknown>, Map<string, unknown>];
  const ids = [...new Set([...old.keys(), ...fresh.keys()])];
  const inside = ids.flatMap((id) => changesBetween(old.get(id), fresh.get(id), `${path}[${id}]`));
  const order = (ofThese: Map<string, unknown>, among: Map<string, unknown>) =>
    [...ofThese.keys()].filter((id) => among.has(id)).join(', ');
  const [was, is] = [order(old, fresh), order(fresh, old)];
  return was === is ? inside : [...inside, { path, before: was, after: is }];
}

function isKey(list: readonly unknown[], name: string): boolean {
  const values = list.map((entry) => (isObject(entry) ? entry[name] : undefined));
  return (
    values.every((value) => value !== undefined && value !== null) &&
    new Set(values.map(String)).size === list.length
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

const longestShown = 160;

/** The changes for people: the old value after `-`, the new one after `+`. */
export function showChanges(changes: readonly Change[]): string {
  return changes
    .map(({ path, before, after }) =>
      [
        path,
        ...(before === undefined ? [] : [`    - ${shown(before)}`]),
        ...(after === undefined ? [] : [`    + ${shown(after)}`]),
      ].join('\n'),
    )
    .join('\n');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = plainLine(text);
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}

/** COMMITMENT needs a ledger entry; PROMISE needs force, since people were promised otherwise. */
export type Standing = 'FREE' | 'COMMITMENT' | 'PROMISE' | 'NEVER';

export interface JudgedChange extends Change {
  standing: Standing;
  /** Why the change is not free; a clause without a full stop. */
  why: string;
  isCommitted: boolean;
}

/** How far the campaign has come, which decides what it has already promised. */
interface CampaignCondition {
  hasStarted: boolean;
  isClosed: boolean;
  /** Ids of engines that have given something to a receipt. */
  givingEngines: ReadonlySet<string>;
}

export function judgeChanges(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
  condition: CampaignCondition,
): JudgedChange[] {
  return changesBetween(before, after).map((change) => {
    const never = neverChanges(change, before, condition);
    if (never) return { ...change, standing: 'NEVER', why: never, isCommitted: false };
    const isCommitted = isHeldByCommitments(change, before, after);
    if (isCommitted && condition.isClosed) {
      return { ...change, standing: 'NEVER', why: 'the campaign is closed', isCommitted };
    }
    const broken = condition.hasStarted ? brokenPromise(change, before, after) : null;
    if (broken) return { ...change, standing: 'PROMISE', why: broken, isCommitted };
    const standing = isCommitted ? 'COMMITMENT' : 'FREE';
    return { ...change, standing, why: isCommitted ? 'the commitments hold it' : '', isCommitted };
  });
}

const engineMember = /^campaign\.engines\[([^\]]+)\](?:\.(.+))?$/;

/** Secrets are drawn when the database is created, and numbers depend on them. */
function neverChanges(
  { path }: Change,
  before: CampaignSnapshot,
  { givingEngines }: CampaignCondition,
): string | null {
  if (path.startsWith('secrets')) return 'the moments of instant prizes are drawn already';
  const [, id = '', member] = engineMember.exec(path) ?? [];
  if (!id) return null;
  if (!member || member === 'type') return 'engines are drawn when the database is made';
  if (/^details\.(seriesQty|numbersPerSeries|seriesType)$/.test(member)) {
    return 'the order of the numbers is committed already';
  }
  const isDraw = before.campaign.engines.some(
    (engine) => String(engine.id) === id && engine.type === 'DRAW',
  );
  const givesByIt = /^(cumulative|details\.rules\b|excludedConsumerTypes)/.test(member);
  return isDraw && givesByIt && givingEngines.has(id)
    ? 'the draw has given out numbers by it'
    : null;
}

/** What is promised: the window, details of draws, caps of instant prizes, the order of engines. */
function isHeldByCommitments(
  { path }: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): boolean {
  if (/^campaign\.(startsAt|endsAt|engines)$/.test(path)) return true;
  const [, id, member = ''] = engineMember.exec(path) ?? [];
  const draws = before.campaign.engines.filter(({ type }) => type === 'DRAW');
  if (id) {
    const engine = before.campaign.engines.find((each) => String(each.id) === id);
    if (engine?.type === 'INSTANT_PRIZE') return member === 'details.maxRewardsByConsumer';
    return (
      draws.some((engine) => String(engine.id) === id) &&
      /^details\.(prizes|extractionAt|specialExtraction|alternates|disqualified|maxRewardsByConsumer|orderNumber|rules\[\d+\](\.(quantity|bonusGeneratorQty))?$)/.test(
        member,
      )
    );
  }
  const [, prize, ofPrize] = /^prizes\[([^\]]+)\](?:\.(\w+))?$/.exec(path) ?? [];
  if (!prize || draws.length === 0 || (ofPrize && ofPrize !== 'quantity')) return false;
  return [before, after].some((snapshot) => isDrawn(snapshot, prize));
}

/** True if a draw lists the prize, or if the only draw gives what no other engine gives. */
function isDrawn({ campaign, prizes, secrets }: CampaignSnapshot, prizeId: string): boolean {
  if (!prizes.some(({ id }) => String(id) === prizeId)) return false;
  const names = (list: readonly { campaignPrizeId: string | number }[]) =>
    list.some(({ campaignPrizeId }) => String(campaignPrizeId) === prizeId);
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  if (draws.some(({ details }) => details.prizes.length > 0)) {
    return draws.some(({ details }) => names(details.prizes));
  }
  return (
    !names(secrets?.instantPrizes ?? []) &&
    !campaign.engines.some(({ details }) => names(details.prizes))
  );
}

type Judge = (change: Change, before: CampaignSnapshot, after: CampaignSnapshot) => string | null;

const fewer: Judge = ({ before, after }) =>
  Number(after ?? 0) < Number(before ?? 0) ? `${before} was promised` : null;
const lowerCap: Judge = ({ before, after }) =>
  Number(after ?? Infinity) < Number(before ?? Infinity) ? 'a higher cap was promised' : null;
const dearer: Judge = ({ before, after }) =>
  Number(after ?? 0) > Number(before ?? 0) ? 'less was asked for' : null;
const removed =
  (why: string): Judge =>
  ({ after }) =>
    after === undefined ? why : null;
const always =
  (why: string): Judge =>
  () =>
    why;

/** Changes that take something back from participants, by path; the first match counts. */
const promises: readonly [path: RegExp, judge: Judge][] = [
  [
    /^campaign\.startsAt$/,
    ({ before, after }) => (isLater(after, before) ? 'the period was longer' : null),
  ],
  [
    /^campaign\.endsAt$/,
    ({ before, after }) => (isLater(before, after) ? 'the period was longer' : null),
  ],
  [/^campaign\.status$/, always('the campaign is published')],
  [/^prizes\[[^\]]+\]$/, removed('the prize was promised')],
  [/^prizes\[[^\]]+\]\.(quantity|unitaryValue)$/, fewer],
  [/details\.prizes\[[^\]]+\]$/, removed('the prize was promised')],
  [/details\.prizes\[[^\]]+\]\.points$/, dearer],
  [/details\.(percentage|alternates)$/, fewer],
  [
    /details\.(maxAmountByConsumer|maxCouponsByConsumer|totalAmount|maxRewardsByConsumer)$/,
    lowerCap,
  ],
  [/details\.rules\[\d+\]$/, removed('the rule was promised')],
  [/details\.rules\[\d+\]\.(quantity|bonusGeneratorQty)$/, fewer],
  [/details\.(pointsMonetaryFactor|rules\[\d+\]\.minAmount)$/, dearer],
  [/^products\[[^\]]+\]$/, removed('receipts with the product count')],
  [
    /^products\[[^\]]+\]\.(bonusGenerator|hotsiteEnabled)$/,
    ({ after }) => (after === false ? 'it was promised' : null),
  ],
  [/^campaign\.additionalFields.*\.options\[\d+\]$/, removed('people who chose it may take part')],
  [/^campaign\.parameters\[PRODUCT_MIN/, dearer],
  [/^hotsite\.footer\.certificates/, always('the authorisation has this number')],
  [/^hotsite\.pages\.regulations\[[^\]]+\]/, unannounced],
];

function brokenPromise(
  change: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  const [, judge] = promises.find(([path]) => path.test(change.path)) ?? [];
  return judge?.(change, before, after) ?? null;
}

function isLater(a: unknown, b: unknown): boolean {
  return instantOf(String(a)) > instantOf(String(b));
}

/** A changed regulation needs a new version and a notice that says what changed. */
function unannounced(
  { path }: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  if (/\.(version|notice)$/.test(path)) return null;
  const type = /regulations\[([^\]]+)\]/.exec(path)?.[1];
  const [old, fresh] = [before, after].map(({ hotsite }) =>
    hotsite.pages.regulations.find(({ engineType }) => engineType === type),
  );
  if (!old) return null;
  if (!fresh) return 'the regulation was published';
  return fresh.notice && fresh.version && fresh.version !== old.version
    ? null
    : 'the regulation has neither a new version nor a notice of what changed';
}

export function newRegulationVersion(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  const versions = before.hotsite.pages.regulations.map(({ version }) => version ?? '1');
  const fresh = after.hotsite.pages.regulations.find(
    ({ version }) => version && !versions.includes(version),
  );
  return fresh?.version ?? null;
}
