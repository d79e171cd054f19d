import { expect, test } from 'vitest';
import { judgeChanges, type Permission } from '../../../src/campaign/change-rules.ts';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import {
  type CampaignSnapshot,
  changesBetween,
  newRegulationVersion,
  showChanges,
} from '../../../src/campaign/snapshot.ts';

/** A campaign in which anything may be changed. */
type Unchecked = ReturnType<typeof JSON.parse>;

const options = { window: 'spec', variant: 'all', tenantId: 'embedded' } as const;
const before = embeddedCampaign({ ...options, today: '2026-11-22' });

function changed(change: (campaign: Unchecked) => void): CampaignSnapshot {
  const after = structuredClone(before);
  change(after);
  return after;
}

const running = {
  hasStarted: true,
  isClosed: false,
  drawsWithNumbers: new Set(['101']),
  offeredOptIns: before.campaign.registerOptins,
  drawsAsCommitted: false,
  firstTenant: 'embedded' as string | null,
};
const engine = (campaign: Unchecked, id: number) =>
  campaign.campaign.engines.find((each: Unchecked) => each.id === id);

const optIn = (campaign: Unchecked, code: string) =>
  campaign.campaign.registerOptins.find((each: Unchecked) => each.code === code);

function set(campaign: Unchecked, code: string, value: string): void {
  const { parameters } = campaign.campaign;
  const known = parameters.find((each: Unchecked) => each.code === code);
  if (known) known.value = value;
  else parameters.push({ id: 99, code, value, visibility: 'PUBLIC' });
}

function permissions(change: (campaign: Unchecked) => void, condition = running): string[] {
  return judgeChanges(before, changed(change), condition).map(
    ({ path, permission, isCommitted }) => `${permission}${isCommitted ? '*' : ''} ${path}`,
  );
}

test('the tenant of the accounts may only return to what it was at first', () => {
  const toOther = (c: Unchecked) => set(c, 'TENANT_ID', 'other');
  const change = 'campaign.parameters[TENANT_ID].value';
  expect(permissions(toOther)).toEqual([`NEVER ${change}`]);
  expect(permissions(toOther, { ...running, firstTenant: 'other' })).toEqual([`FREE ${change}`]);
  const remove = ({ campaign }: Unchecked) => {
    campaign.parameters = campaign.parameters.filter(({ code }: Unchecked) => code !== 'TENANT_ID');
  };
  expect(permissions(remove)).toEqual(['NEVER campaign.parameters[TENANT_ID]']);
  const without = changed(remove);
  const [added] = judgeChanges(without, before, { ...running, firstTenant: null });
  expect(added?.permission).toBe('FREE');
});

test.each<[Permission | 'COMMITMENT*' | 'PROMISE*', string, (campaign: Unchecked) => void]>([
  ['FREE', 'faq[3].answer', (c) => (c.faq[2].answer = 'Todos.')],
  ['FREE', 'campaign.name', (c) => (c.campaign.name = 'Outra')],
  [
    'COMMITMENT*',
    'prizes[907]',
    (c) => c.prizes.push({ id: 907, description: 'Kit', quantity: 3 }),
  ],
  ['FREE', 'prizes[902].quantity', (c) => (c.prizes[1].quantity = 600)],
  ['FREE', 'campaign.parameters[OCR_ENABLED].value', (c) => (c.campaign.parameters[1].value = '')],
  [
    'FREE',
    'hotsite.pages.home.retailers[0].url',
    (c) => (c.hotsite.pages.home.retailers[0].url = '/a'),
  ],
  [
    'FREE',
    'hotsite.pages.home.retailers[0].places[0].position.latitude',
    (c) => (c.hotsite.pages.home.retailers[0].places[0].position.latitude = -25.5),
  ],
  [
    'FREE',
    'products[13].images[0]',
    (c) => (c.products[4].images[0] = '/produtos/creme-menta.svg'),
  ],
  [
    'PROMISE',
    'campaign.registerOptins[PRIVACY].name',
    (c) => (optIn(c, 'PRIVACY').name = 'Li e aceito a nova política.'),
  ],
  ['PROMISE*', 'campaign.endsAt', (c) => (c.campaign.endsAt = '2025-12-15T23:59:59-03:00')],
  ['PROMISE*', 'campaign.endsAt', (c) => (c.campaign.endsAt = '2025-11-15T23:59:59-03:00')],
  ['PROMISE*', 'campaign.startsAt', (c) => (c.campaign.startsAt = '2025-10-02T00:00:00-03:00')],
  [
    'COMMITMENT*',
    'campaign.engines[101].details.extractionAt',
    (c) => (engine(c, 101).details.extractionAt = '2025-12-13T19:00:00-03:00'),
  ],
  ['COMMITMENT*', 'prizes[901].quantity', (c) => (c.prizes[0].quantity = 2)],
  ['FREE', 'prizes', (c) => c.prizes.reverse()],
  [
    'PROMISE*',
    'campaign.engines[104].details.prizes[504]',
    (c) => engine(c, 104).details.prizes.splice(3, 1),
  ],
  [
    'PROMISE*',
    'campaign.engines[104].details.prizes[599]',
    (c) => engine(c, 104).details.prizes.push({ id: 599, campaignPrizeId: 901, points: 1 }),
  ],
  [
    'PROMISE*',
    'campaign.engines[104].details.prizes[501].campaignPrizeId',
    (c) => (engine(c, 104).details.prizes[0].campaignPrizeId = 901),
  ],
  ['COMMITMENT*', 'campaign.engines', (c) => c.campaign.engines.reverse()],
  [
    'PROMISE*',
    'campaign.engines[101].details.maxRewardsByConsumer',
    (c) => (engine(c, 101).details.maxRewardsByConsumer = 1),
  ],
  ['PROMISE', 'prizes[902].quantity', (c) => (c.prizes[1].quantity = 500 - 1)],
  ['PROMISE', 'prizes[906]', (c) => c.prizes.pop()],
  [
    'PROMISE',
    'campaign.engines[103].details.percentage',
    (c) => (engine(c, 103).details.percentage = 5),
  ],
  [
    'PROMISE',
    'campaign.engines[103].details.totalAmount',
    (c) => (engine(c, 103).details.totalAmount = 100),
  ],
  [
    'FREE',
    'campaign.engines[103].details.totalAmount',
    (c) => (engine(c, 103).details.totalAmount = 30_000),
  ],
  [
    'PROMISE',
    'campaign.engines[104].details.pointsMonetaryFactor',
    (c) => (engine(c, 104).details.pointsMonetaryFactor = 10),
  ],
  [
    'PROMISE',
    'campaign.engines[104].details.prizes[501].points',
    (c) => (engine(c, 104).details.prizes[0].points = 3),
  ],
  [
    'PROMISE',
    'campaign.parameters[PRODUCT_MIN_TOTAL_SUM_VALUE].value',
    (c) => set(c, 'PRODUCT_MIN_TOTAL_SUM_VALUE', '20,00'),
  ],
  [
    'FREE',
    'campaign.parameters[PRODUCT_MIN_TOTAL_SUM_VALUE].value',
    (c) => set(c, 'PRODUCT_MIN_TOTAL_SUM_VALUE', '9,00'),
  ],
  [
    'PROMISE',
    'campaign.parameters[PRODUCT_MAX_QTD_SUM_TOTAL].value',
    (c) => set(c, 'PRODUCT_MAX_QTD_SUM_TOTAL', '1'),
  ],
  [
    'FREE',
    'campaign.parameters[PRODUCT_MAX_QTD_SUM_TOTAL].value',
    (c) => set(c, 'PRODUCT_MAX_QTD_SUM_TOTAL', ''),
  ],
  [
    'PROMISE',
    'campaign.parameters[PRODUCT_MIN_QTD_SUM_TOTAL].value',
    (c) => set(c, 'PRODUCT_MIN_QTD_SUM_TOTAL', '2'),
  ],
  [
    'PROMISE',
    'campaign.parameters[CONSUMER_REGISTER_TYPES].value',
    (c) => set(c, 'CONSUMER_REGISTER_TYPES', 'CORPORATE'),
  ],
  [
    'FREE',
    'campaign.parameters[CONSUMER_REGISTER_TYPES].value',
    (c) => set(c, 'CONSUMER_REGISTER_TYPES', 'CORPORATE, PERSON'),
  ],
  ['PROMISE', 'campaign.parameters[PRIZE_CLAIM_DAYS]', (c) => set(c, 'PRIZE_CLAIM_DAYS', '1')],
  ['FREE', 'campaign.parameters[PRIZE_CLAIM_DAYS]', (c) => set(c, 'PRIZE_CLAIM_DAYS', '200')],
  [
    'PROMISE',
    'campaign.engines[102].excludedConsumerTypes',
    (c) => (engine(c, 102).excludedConsumerTypes = ['PERSON']),
  ],
  [
    'PROMISE',
    'campaign.engines[103].excludedConsumerTypes',
    (c) => (engine(c, 103).excludedConsumerTypes = ['PERSON']),
  ],
  [
    'PROMISE',
    'campaign.engines[102].details.segregateByEstablishment',
    (c) => (engine(c, 102).details.segregateByEstablishment = true),
  ],
  ['FREE', 'campaign.engines[104].cumulative', (c) => (engine(c, 104).cumulative = true)],
  ['PROMISE', 'hotsite.registration.enabled', (c) => (c.hotsite.registration.enabled = false)],
  [
    'PROMISE',
    'campaign.engines[104].details.checkoutRules[0].value',
    (c) => (engine(c, 104).details.checkoutRules[0].value = 10),
  ],
  [
    'FREE',
    'campaign.engines[104].details.checkoutRules[0].value',
    (c) => (engine(c, 104).details.checkoutRules[0].value = 1),
  ],
  [
    'PROMISE',
    'campaign.engines[104].details.checkoutRules[1]',
    (c) =>
      engine(c, 104).details.checkoutRules.push({
        type: 'MULTIPLE_ITEMS_PER_CATEGORY',
        referenceValue: 72,
        value: 2,
      }),
  ],
  [
    'PROMISE',
    'campaign.additionalFields[11].options[2]',
    (c) => (c.campaign.additionalFields[0].options[2] = 'SP'),
  ],
  [
    'PROMISE',
    'campaign.additionalFields[11].options[2]',
    (c) => c.campaign.additionalFields[0].options.pop(),
  ],
  [
    'PROMISE',
    'hotsite.pages.regulations[DRAW].text.sections[0].title',
    (c) => (c.hotsite.pages.regulations[0].text.sections[0].title = 'Outra'),
  ],
  ['NEVER', 'campaign.registerOptins[BRAND].required', (c) => (optIn(c, 'BRAND').required = true)],
  [
    'NEVER',
    'campaign.registerOptins[BRAND].name',
    (c) => (optIn(c, 'BRAND').name = 'Quero receber tudo.'),
  ],
  [
    'FREE',
    'campaign.registerOptins[NEWS]',
    (c) => c.campaign.registerOptins.push({ ...optIn(c, 'BRAND'), id: 99, code: 'NEWS' }),
  ],
  [
    'NEVER',
    'campaign.engines[101].details.seriesQty',
    (c) => (engine(c, 101).details.seriesQty = 20),
  ],
  [
    'NEVER',
    'campaign.engines[101].details.rules[0].quantity',
    (c) => (engine(c, 101).details.rules[0].quantity = 2),
  ],
  ['NEVER', 'campaign.engines[104]', (c) => c.campaign.engines.pop()],
  [
    'NEVER',
    'secrets.instantPrizes[902].quantity',
    (c) => (c.secrets.instantPrizes[0].quantity = 400),
  ],
])('%s: %s', (permission, path, change) => {
  expect(permissions(change)).toEqual([`${permission} ${path}`]);
});

test('the order of a draw’s prizes is committed, and may become again what the ledger says', () => {
  const twoPrizes = changed(({ prizes }) =>
    prizes.push({ id: 907, description: 'Kit', quantity: 1 }),
  );
  const otherOrder = { ...twoPrizes, prizes: twoPrizes.prizes.toReversed() };
  const judge = (condition: Partial<typeof running>) =>
    judgeChanges(twoPrizes, otherOrder, { ...running, ...condition }).map(
      ({ path, permission, isCommitted }) => [path, permission, isCommitted],
    );
  expect(judge({})).toEqual([['prizes', 'COMMITMENT', true]]);
  expect(judge({ isClosed: true })).toEqual([['prizes', 'NEVER', true]]);
  expect(judge({ isClosed: true, drawsAsCommitted: true })).toEqual([['prizes', 'FREE', false]]);
});

test('a value that is left out is its default', () => {
  const code = 'PRODUCT_MIN_TOTAL_SUM_VALUE';
  const without = changed(({ campaign }) => {
    campaign.parameters = campaign.parameters.filter((each: Unchecked) => each.code !== code);
  });
  const withMinimum = (value: string) => changed((campaign) => set(campaign, code, value));
  const permission = (value: string) =>
    judgeChanges(without, withMinimum(value), running)[0]?.permission;
  expect(permission('50.00')).toBe('PROMISE');
  expect(permission('10.00')).toBe('FREE');
});

const neverGiven = { ...running, drawsWithNumbers: new Set<string>() };

test('what receipts have left over is promised to the next ones', () => {
  const cumulative = changed((campaign) => {
    for (const id of [101, 104]) engine(campaign, id).cumulative = true;
  });
  const without = structuredClone(before);
  delete (without as Unchecked).campaign.engines[0].cumulative;
  const changes = judgeChanges(cumulative, without, neverGiven);
  expect(changes.map(({ path, permission }) => [path, permission])).toEqual([
    ['campaign.engines[101].cumulative', 'PROMISE'],
    ['campaign.engines[104].cumulative', 'PROMISE'],
  ]);
});

test('no sum that a draw has given no number for yet may stop counting', () => {
  const upTo = (maxAmount: number) => (campaign: Unchecked) => {
    engine(campaign, 101).details.rules[0].maxAmount = maxAmount;
  };
  const path = 'campaign.engines[101].details.rules[0].maxAmount';
  expect(permissions(upTo(500), neverGiven)).toEqual([`PROMISE ${path}`]);
  const [higher] = judgeChanges(changed(upTo(500)), changed(upTo(600)), neverGiven);
  expect(higher?.permission).toBe('FREE');
});

test('points buy the prize that was promised for them, while a draw’s list may be sorted', () => {
  const listed = changed((campaign) => {
    campaign.prizes.push({ id: 907, description: 'Kit', quantity: 1 });
    engine(campaign, 101).details.prizes = [
      { id: 601, campaignPrizeId: 901, points: 0 },
      { id: 602, campaignPrizeId: 907, points: 0 },
    ];
  });
  const swapped = structuredClone(listed) as Unchecked;
  for (const id of [101, 104]) {
    const [first, second] = engine(swapped, id).details.prizes;
    const { campaignPrizeId } = first;
    Object.assign(first, { campaignPrizeId: second.campaignPrizeId });
    Object.assign(second, { campaignPrizeId });
  }
  const changes = judgeChanges(listed, swapped, running);
  expect(changes.map(({ permission }) => permission)).toEqual([
    'COMMITMENT',
    'COMMITMENT',
    'PROMISE',
    'PROMISE',
  ]);
});

test('the conditions of participation are compared by engine, whatever its name is now', () => {
  const stricter = changed((campaign) => {
    engine(campaign, 102).excludedConsumerTypes = ['CORPORATE'];
  });
  const renamed = changed((campaign) => (engine(campaign, 102).name = 'Another name'));
  const changes = judgeChanges(stricter, renamed, running);
  expect(changes.map(({ path, permission }) => [path, permission])).toContainEqual([
    'campaign.engines[102].excludedConsumerTypes',
    'FREE',
  ]);
});

test('a campaign promises nothing before the start, and no promise can change after the close', () => {
  const shorter = (campaign: Unchecked) => {
    campaign.campaign.endsAt = '2025-11-15T23:59:59-03:00';
  };
  const announced = { ...running, hasStarted: false, drawsWithNumbers: new Set<string>() };
  expect(permissions((c) => (engine(c, 101).details.rules[0].quantity = 2), announced)).toEqual([
    'COMMITMENT* campaign.engines[101].details.rules[0].quantity',
  ]);
  expect(permissions(shorter, { ...running, isClosed: true })).toEqual(['NEVER* campaign.endsAt']);
});

test('the period moves freely only where no instant prize has its moment in it', () => {
  const withoutPrizes = changed(({ campaign }) => {
    campaign.engines = campaign.engines.filter(({ type }: Unchecked) => type !== 'INSTANT_PRIZE');
  });
  const judge = (from: CampaignSnapshot, endsAt: string, hasStarted: boolean) => {
    const after = structuredClone(from);
    Object.assign(after.campaign, { endsAt });
    return judgeChanges(from, after, { ...running, hasStarted })[0]?.permission;
  };
  for (const [from, hasStarted, shorter, longer] of [
    [before, false, 'NEVER', 'NEVER'],
    [before, true, 'PROMISE', 'PROMISE'],
    [withoutPrizes, false, 'COMMITMENT', 'COMMITMENT'],
    [withoutPrizes, true, 'PROMISE', 'COMMITMENT'],
  ] as const) {
    expect(judge(from, '2025-11-15T23:59:59-03:00', hasStarted)).toBe(shorter);
    expect(judge(from, '2025-12-15T23:59:59-03:00', hasStarted)).toBe(longer);
  }
});

test('a regulation changes with a new version and a notice', () => {
  const announced = changed((campaign) => {
    const [regulation] = campaign.hotsite.pages.regulations;
    regulation.text.sections[0].title = '1. A promotora';
    regulation.version = '2';
    regulation.notice = 'Em 05/11/2025 mudou o item 1.';
  });
  const judged = judgeChanges(before, announced, running);
  expect(judged.map(({ permission }) => permission)).toEqual(['FREE', 'FREE', 'FREE']);
  expect(newRegulationVersion(before, announced)).toBe('2');
  expect(newRegulationVersion(announced, announced)).toBeNull();
});

test('differences are found by id in any order, and shown as lines', () => {
  const after = changed((campaign) => {
    campaign.products.reverse();
    campaign.faq[0].answer = 'Quem\ncompra.';
    campaign.prizes.splice(0, 1);
  });
  const changes = changesBetween(before, after);
  expect(changes.map(({ path }) => path)).toEqual(['products', 'prizes[901]', 'faq[1].answer']);
  expect(showChanges(changes)).toMatch(
    /faq\[1\]\.answer\n {4}- Pessoas físicas.*\n {4}\+ Quem compra\.$/,
  );
  expect(changesBetween(before, structuredClone(before))).toEqual([]);
});
