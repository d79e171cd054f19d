import { array, type Infer, number, type } from 'superstruct';
import { Campaign, CampaignPrize, FaqItem, Product } from '../contract/campaign.ts';
import { Hotsite } from '../contract/hotsite.ts';
import { Poll } from '../contract/polls.ts';
import { Id, maybe } from '../contract/primitives.ts';
import { IncidentSubject } from '../contract/support.ts';
import { WinnerList } from '../contract/winners.ts';
import { plainLine } from '../rules/text.ts';
import { certificateProblem } from './checks/certificates.ts';
import { WrongCampaign } from './checks/problem.ts';
import { shapeProblems } from './checks/shape.ts';
import { isObject } from './default-texts-and-colours.ts';

/** Secret at the gateway until it may be published. */
const Secrets = type({
  /** How many of each prize; their moments are drawn when the campaign is seeded. */
  instantPrizes: array(type({ campaignPrizeId: Id, quantity: number() })),
});

/** Everything specific to one campaign; the code itself names none of it. */
export const CampaignSnapshot = type({
  campaign: Campaign,
  products: array(Product),
  prizes: array(CampaignPrize),
  hotsite: Hotsite,
  faq: array(FaqItem),
  polls: array(Poll),
  incidentSubjects: array(IncidentSubject),
  secrets: maybe(Secrets),
  winners: maybe(WinnerList),
});
export type CampaignSnapshot = Infer<typeof CampaignSnapshot>;

/** @throws WrongCampaign with everything of the wrong shape, or a missing authorisation */
export function parseSnapshot(value: unknown, origin: string): CampaignSnapshot {
  const [error, snapshot] = CampaignSnapshot.validate(value, { coerce: true });
  if (error) {
    throw new WrongCampaign(origin, shapeProblems(CampaignSnapshot, value, { isFile: false }));
  }
  const { engines } = snapshot.campaign;
  const { status, footer } = snapshot.hotsite;
  // A site that only announces the promotion may still lack its authorisation.
  const problem = status === 'PUBLISHED' ? certificateProblem(engines, footer.certificates) : null;
  if (problem) throw new Error(`Campaign from ${origin}: ${problem}`);
  return snapshot;
}

/** A member that differs between two versions; undefined in the version that lacks it. */
export interface Change {
  /** With ids instead of positions: `campaign.engines[101].name`. */
  path: string;
  before: unknown;
  after: unknown;
}

type Json = Record<string, unknown>;

/** Members that identify the entries of a list, in any order; the first one present counts. */
const identifyingMembers = [
  'code',
  'id',
  'questionOrder',
  'campaignPrizeId',
  'engineType',
] as const;

/** The differences, in the order of the data. An added or removed entry is one change. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      changesBetween(before[name], after[name], path ? `${path}.${name}` : name),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  const oldValue = before ?? undefined;
  const newValue = after ?? undefined;
  if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return [];
  // An empty list counts as a list that is left out.
  if (isNothing(oldValue) && isNothing(newValue)) return [];
  return [{ path, before: oldValue, after: newValue }];
}

function listChanges(before: unknown[], after: unknown[], path: string): Change[] {
  const key = identifyingMembers.find((name) => isKey(before, name) && isKey(after, name));
  if (!key) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      changesBetween(before[index], after[index], `${path}[${index}]`),
    ).flat();
  }
  const byKey = (list: unknown[]) =>
    new Map(list.map((entry) => [String((entry as Json)[key]), entry]));
  const beforeById = byKey(before);
  const afterById = byKey(after);
  const ids = [...new Set([...beforeById.keys(), ...afterById.keys()])];
  const inside = ids.flatMap((id) =>
    changesBetween(beforeById.get(id), afterById.get(id), `${path}[${id}]`),
  );
  const orderBefore = commonOrder(beforeById, afterById);
  const orderAfter = commonOrder(afterById, beforeById);
  return orderBefore === orderAfter
    ? inside
    : [...inside, { path, before: orderBefore, after: orderAfter }];
}

function commonOrder(ids: Map<string, unknown>, others: Map<string, unknown>): string {
  return [...ids.keys()].filter((id) => others.has(id)).join(', ');
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

const maxShownLength = 160;

/** The changes for people: the old value after `-`, the new one after `+`. */
export function showChanges(changes: readonly Change[]): string {
  return changes
    .map(({ path, before, after }) =>
      [
        path,
        ...(before === undefined ? [] : [`    - ${displayValue(before)}`]),
        ...(after === undefined ? [] : [`    + ${displayValue(after)}`]),
      ].join('\n'),
    )
    .join('\n');
}

function displayValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = plainLine(text);
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line;
}

export function newRegulationVersion(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  const versions = before.hotsite.pages.regulations.map(({ version }) => version ?? '1');
  const newVersions = after.hotsite.pages.regulations.map(({ version }) => version);
  return newVersions.find((version) => version && !versions.includes(version)) ?? null;
}

/** What the checks of a campaign know of where it comes from. */
export interface CampaignSource {
  /** A file written by people: unknown members are mistakes, and it must have its secrets. */
  isFile: boolean;
  /** True when the campaign brings the file of that path, which begins with `/`. */
  hasFile: (path: string) => boolean;
  /** The campaign in force: what it gives away twice, the file may go on giving. */
  former?: CampaignSnapshot | undefined;
}
