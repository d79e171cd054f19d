import type { OptIn } from '../contract/campaign.ts';
import type { CheckoutRule } from '../contract/engines.ts';
import { findById } from '../contract/primitives.ts';
import { consumerTypes, type ParameterCode, parameter } from '../rules/campaign/parameters.ts';
import { instantOf } from '../rules/dates.ts';
import { allowedStates, isPrivacy } from '../rules/people/campaign-fields.ts';
import { stateCodes } from '../rules/receipts/access-key.ts';
import { receiptRules } from '../rules/receipts/receipt-fields.ts';
import { daysToClaim } from '../rules/rewards/prize-delivery.ts';
import { drawsFewerPrizes, drawsOtherPrizes, isDrawn } from './draw-prizes.ts';
import { type CampaignSnapshot, type Change, changesBetween } from './snapshot.ts';

/** COMMITMENT: with a ledger entry. PROMISE: only with --force, as it takes something back. */
export type Permission = 'FREE' | 'COMMITMENT' | 'PROMISE' | 'NEVER';

export interface JudgedChange extends Change {
  permission: Permission;
  /** Why the change is not free; a clause without a full stop. */
  why: string;
  isCommitted: boolean;
}

interface CampaignCondition {
  hasStarted: boolean;
  isClosed: boolean;
  drawsWithNumbers: ReadonlySet<string>;
  /** Each consent as it was last offered. */
  offeredOptIns: readonly OptIn[];
  /** After the change the draws give away what the ledger says, as when an error is taken back. */
  drawsAsCommitted: boolean;
  /** The first TENANT_ID that a version named; null when none has. */
  firstTenant: string | null;
}

export function judgeChanges(
  before: CampaignSnapshot,
  after: CampaignSnapshot,
  condition: CampaignCondition,
): JudgedChange[] {
  return changesBetween(before, after).map((change) => {
    const never =
      otherTenant(change, after, condition) ??
      otherConsent(change, after, condition) ??
      neverChanges(change, before, condition);
    if (never) return { ...change, permission: 'NEVER', why: never, isCommitted: false };
    const isCommitted =
      isCommittedMember(change, before, after) &&
      !(condition.drawsAsCommitted && anyPrize.test(change.path));
    if (isCommitted && condition.isClosed) {
      return { ...change, permission: 'NEVER', why: 'a promoção está encerrada', isCommitted };
    }
    const broken = condition.hasStarted ? brokenPromise(change, before, after) : null;
    if (broken) return { ...change, permission: 'PROMISE', why: broken, isCommitted };
    if (!isCommitted) return { ...change, permission: 'FREE', why: '', isCommitted };
    return { ...change, permission: 'COMMITMENT', why: 'está nos compromissos', isCommitted };
  });
}

/** A tenant that was set by mistake may be taken back, as no gateway starts with it. */
function otherTenant(change: Change, after: CampaignSnapshot, condition: CampaignCondition) {
  if (!change.path.includes('[TENANT_ID]') || !change.before) return null;
  const isFirst = parameter(after.campaign, 'TENANT_ID') === condition.firstTenant;
  return isFirst ? null : 'as contas das pessoas são deste inquilino';
}

/** Pages send a consent's code alone, also those that still show its earlier sentence. */
function otherConsent({ path }: Change, after: CampaignSnapshot, condition: CampaignCondition) {
  const [, code, member] = /^campaign\.registerOptins\[([^\]]+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const next = after.campaign.registerOptins.find((optIn) => optIn.code === code);
  const offered = condition.offeredOptIns.find((optIn) => optIn.code === code);
  if (!condition.hasStarted || !next || !offered) return null;
  if (member !== 'name' && next.required && !offered.required)
    return 'quem deu este consentimento pode retirá-lo: exija outro, com código próprio';
  // No campaign may lack the privacy consent, so its sentence has to keep the code.
  if (member === 'required' || next.name === offered.name || isPrivacy(next)) return null;
  return 'páginas abertas ainda mostram a outra frase: dê a esta um código próprio';
}

/** `[]` stands for any entry of a list, and `…` at the end for all that is below. */
function pathsLike(...forms: readonly string[]): RegExp {
  const patterns = forms.map((form) =>
    form
      .replaceAll(/[.[\]]/g, String.raw`\$&`)
      .replaceAll(String.raw`\[\]`, String.raw`\[[^\]]+\]`)
      .replace(/…$/, '(?:[.[].*)?'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

const detailsLike = (...forms: readonly string[]) =>
  pathsLike(...forms.map((form) => `campaign.engines[].details.${form}`));
const parameterLike = (code: ParameterCode) => pathsLike(`campaign.parameters[${code}]…`);

const period = pathsLike('campaign.startsAt', 'campaign.endsAt');

function hasInstantPrizes({ campaign }: CampaignSnapshot): boolean {
  return campaign.engines.some(({ type }) => type === 'INSTANT_PRIZE');
}

const engineMember = /^campaign\.engines\[([^\]]+)\](?:\.(.+))?$/;

/** Secrets are drawn when the database is created, and numbers depend on them. */
function neverChanges(
  { path }: Change,
  before: CampaignSnapshot,
  { hasStarted, drawsWithNumbers }: CampaignCondition,
): string | null {
  if (path.startsWith('secrets')) return 'as horas dos prêmios na hora já foram sorteadas';
  if (!hasStarted && period.test(path) && hasInstantPrizes(before)) {
    return 'as horas dos prêmios na hora foram sorteadas para este período: comece com um banco de dados novo';
  }
  const [, id = '', member] = engineMember.exec(path) ?? [];
  if (!id) return null;
  if (!member || member === 'type') return 'as modalidades nascem com o banco de dados';
  if (/^details\.(seriesQty|numbersPerSeries|seriesType)$/.test(member)) {
    return 'a ordem dos números já está nos compromissos';
  }
  const givesByIt = /^(cumulative|details\.rules\b|excludedConsumerTypes)/.test(member);
  return isDraw(before, id) && givesByIt && drawsWithNumbers.has(id)
    ? 'o sorteio já deu números por esta regra'
    : null;
}

function isDraw({ campaign }: CampaignSnapshot, engineId: string): boolean {
  return findById(campaign.engines, engineId)?.type === 'DRAW';
}

const committedDetails = [
  'prizes',
  'extractionAt',
  'specialExtraction',
  'alternates',
  'disqualified',
  'maxRewardsByConsumer',
  'orderNumber',
];
/** A draw without a list of its own gives what no other engine lists, in the campaign's order. */
const prizeLists = pathsLike(
  'prizes',
  'campaign.engines[].details.prizes',
  'campaign.engines[].details.prizes[]',
  'campaign.engines[].details.prizes[].campaignPrizeId',
);
const anyPrize = pathsLike('prizes…', 'campaign.engines[].details.prizes…');
const committedRule = /^details\.rules\[\d+\](\.(quantity|bonusGeneratorQty))?$/;

function isCommittedDetail(member: string): boolean {
  return committedDetails.some((name) => member.startsWith(`details.${name}`));
}

/** What is promised: the window, details of draws, caps of instant prizes, the order of engines. */
function isCommittedMember(
  { path }: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): boolean {
  if (/^campaign\.(startsAt|endsAt|engines)$/.test(path)) return true;
  if (prizeLists.test(path) && drawsOtherPrizes(before, after)) return true;
  const [, id, member = ''] = engineMember.exec(path) ?? [];
  const draws = before.campaign.engines.filter(({ type }) => type === 'DRAW');
  if (id) {
    const engine = findById(before.campaign.engines, id);
    if (engine?.type === 'INSTANT_PRIZE') return member === 'details.maxRewardsByConsumer';
    return engine?.type === 'DRAW' && (committedRule.test(member) || isCommittedDetail(member));
  }
  const [, prize, ofPrize] = /^prizes\[([^\]]+)\](?:\.(\w+))?$/.exec(path) ?? [];
  if (!prize || draws.length === 0 || (ofPrize && ofPrize !== 'quantity')) return false;
  return [before, after].some((snapshot) => isDrawn(snapshot, prize));
}

type Judge = (change: Change, before: CampaignSnapshot, after: CampaignSnapshot) => string | null;

const noFewer: Judge = ({ before, after }) =>
  Number(after ?? 0) < Number(before ?? 0) ? `o prometido foi ${before}` : null;
const noLowerCap: Judge = ({ before, after }) =>
  Number(after ?? Infinity) < Number(before ?? Infinity) ? 'o limite prometido era maior' : null;
const noDearer: Judge = ({ before, after }) =>
  Number(after ?? 0) > Number(before ?? 0) ? 'antes se pedia menos' : null;
const noLater: Judge = ({ before, after }) =>
  instantOf(String(after)) > instantOf(String(before)) ? 'o período era maior' : null;
const noEarlier: Judge = ({ before, after }) =>
  instantOf(String(after)) < instantOf(String(before)) ? 'o período era maior' : null;
const noSwitchTo =
  (state: boolean, why: string): Judge =>
  ({ after }) =>
    after === state ? why : null;
const noRemoval =
  (why: string): Judge =>
  ({ after }) =>
    after === undefined ? why : null;

const noOtherPrizeForPoints: Judge = ({ path }, before) =>
  isDraw(before, engineMember.exec(path)?.[1] ?? '') ? null : 'o prêmio foi prometido';

type Read<Value> = (campaign: CampaignSnapshot['campaign']) => Value;

/** Compares what the versions mean: a missing value has a default, and lists may have any order. */
const noIncrease =
  (read: Read<number>, why: string): Judge =>
  (_, before, after) =>
    read(after.campaign) > read(before.campaign) ? why : null;
const noDecrease =
  (read: Read<number>, why: string): Judge =>
  (_, before, after) =>
    read(after.campaign) < read(before.campaign) ? why : null;
const noExclusion =
  (read: Read<readonly string[]>): Judge =>
  (_, before, after) => {
    const nowEligible = read(after.campaign);
    const excluded = read(before.campaign).filter((candidate) => !nowEligible.includes(candidate));
    return excluded.length > 0 ? `${excluded.join(', ')} podia participar` : null;
  };
const numericParameter =
  (code: ParameterCode, defaultValue: number): Read<number> =>
  (campaign) =>
    Number(parameter(campaign, code) ?? defaultValue);
const eligibleTypes: Read<string[]> = ({ engines }) =>
  engines.flatMap(({ id, excludedConsumerTypes }) =>
    ['PERSON', 'CORPORATE']
      .filter((type) => !excludedConsumerTypes?.includes(type))
      .map((type) => `${type} na modalidade ${id}`),
  );
const checkoutRules: Read<CheckoutRule[]> = ({ engines }) =>
  engines.flatMap(({ details }) => details.checkoutRules);
/** A multiple that divides the earlier one asks for no more prizes at a time. */
const stricterMultiple: Judge = (_, before, after) => {
  const old = checkoutRules(before.campaign);
  const isStricter = ({ referenceValue, value }: CheckoutRule) =>
    (old.find((rule) => rule.referenceValue === referenceValue)?.value ?? 1) % value > 0;
  return checkoutRules(after.campaign).some(isStricter) ? 'resgatavam-se menos por vez' : null;
};

const neverAllowed =
  (why: string): Judge =>
  () =>
    why;

/** Changes that take something back, by the paths of `changesBetween`; the first objection counts. */
const promiseRules: readonly [path: RegExp, judge: Judge][] = [
  [
    period,
    (_, before) =>
      hasInstantPrizes(before)
        ? 'os prêmios na hora mantêm suas horas: nenhum sai num dia acrescentado, e os de um dia retirado não são dados'
        : null,
  ],
  [pathsLike('campaign.startsAt'), noLater],
  [pathsLike('campaign.endsAt'), noEarlier],
  [pathsLike('campaign.status'), neverAllowed('a campanha está publicada')],
  [pathsLike('prizes[]'), noRemoval('o prêmio foi prometido')],
  [pathsLike('prizes[].quantity', 'prizes[].unitaryValue'), noFewer],
  [detailsLike('prizes[]'), noRemoval('o prêmio foi prometido')],
  [
    prizeLists,
    (_, before, after) => (drawsFewerPrizes(before, after) ? 'um sorteio prometeu mais' : null),
  ],
  [detailsLike('prizes[].campaignPrizeId'), noOtherPrizeForPoints],
  [detailsLike('prizes[].points'), noDearer],
  [detailsLike('percentage', 'alternates'), noFewer],
  [
    detailsLike(
      'maxAmountByConsumer',
      'maxCouponsByConsumer',
      'totalAmount',
      'maxRewardsByConsumer',
      'rules[].maxAmount',
    ),
    noLowerCap,
  ],
  [detailsLike('segregateByEstablishment'), noSwitchTo(true, 'várias notas da loja podiam ganhar')],
  [
    pathsLike('campaign.engines[].cumulative'),
    ({ before }) => (before ? 'a sobra das notas seguia contando' : null),
  ],
  [detailsLike('rules[]'), noRemoval('a regra foi prometida')],
  [detailsLike('rules[].quantity', 'rules[].bonusGeneratorQty'), noFewer],
  [detailsLike('pointsMonetaryFactor', 'rules[].minAmount'), noDearer],
  [pathsLike('products[]'), noRemoval('as notas com este produto valem')],
  [
    pathsLike('products[].bonusGenerator', 'products[].hotsiteEnabled'),
    noSwitchTo(false, 'foi prometido'),
  ],
  [detailsLike('checkoutRules…'), stricterMultiple],
  [pathsLike('campaign.engines[].excludedConsumerTypes…'), noExclusion(eligibleTypes)],
  [
    pathsLike('campaign.additionalFields[].options[]'),
    noRemoval('quem a escolheu pode participar'),
  ],
  [
    pathsLike('campaign.additionalFields…'),
    noExclusion(
      ({ additionalFields }) => allowedStates(additionalFields) ?? [...stateCodes.keys()],
    ),
  ],
  [pathsLike('campaign.registerOptins[].name'), neverAllowed('a frase aceita era outra')],
  [pathsLike('hotsite.registration.enabled'), noSwitchTo(false, 'era possível se cadastrar')],
  [parameterLike('CONSUMER_REGISTER_TYPES'), noExclusion(consumerTypes)],
  [
    parameterLike('PRODUCT_MIN_TOTAL_SUM_VALUE'),
    noIncrease((campaign) => receiptRules(campaign).minimumTotal, 'antes se pedia menos'),
  ],
  [
    parameterLike('PRODUCT_MIN_QTD_SUM_TOTAL'),
    noIncrease(numericParameter('PRODUCT_MIN_QTD_SUM_TOTAL', 0), 'antes se pedia menos'),
  ],
  [
    parameterLike('PRODUCT_MAX_QTD_SUM_TOTAL'),
    noDecrease(numericParameter('PRODUCT_MAX_QTD_SUM_TOTAL', Infinity), 'valiam mais produtos'),
  ],
  [parameterLike('PRIZE_CLAIM_DAYS'), noDecrease(daysToClaim, 'havia mais tempo')],
  [pathsLike('hotsite.footer.certificates…'), neverAllowed('a autorização tem este número')],
  [pathsLike('hotsite.pages.regulations[]…'), unannounced],
];

function brokenPromise(
  change: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  for (const [path, judge] of promiseRules) {
    const why = path.test(change.path) ? judge(change, before, after) : null;
    if (why) return why;
  }
  return null;
}

/** A changed regulation needs a new version and a notice that says what changed. */
function unannounced(
  { path }: Change,
  before: CampaignSnapshot,
  after: CampaignSnapshot,
): string | null {
  if (/\.(version|notice)$/.test(path)) return null;
  const type = /regulations\[([^\]]+)\]/.exec(path)?.[1];
  const published = regulationOf(before, type);
  const changed = regulationOf(after, type);
  if (!published) return null;
  if (!changed) return 'o regulamento foi publicado';
  return changed.notice && changed.version && changed.version !== published.version
    ? null
    : 'o regulamento não tem versão nova nem aviso do que mudou';
}

function regulationOf({ hotsite }: CampaignSnapshot, type: string | undefined) {
  return hotsite.pages.regulations.find(({ engineType }) => engineType === type);
}
