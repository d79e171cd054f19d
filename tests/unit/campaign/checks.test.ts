import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignWindows } from '../../../src/campaign/19/calendar.ts';
import {
  advice,
  campaignProblems,
  unsettledProblems,
} from '../../../src/campaign/checks/check-campaign.ts';
import { campaignSchema } from '../../../src/campaign/checks/json-schema.ts';
import { problemLines, showPath } from '../../../src/campaign/checks/problem.ts';
import { embeddedCampaign, readCampaignFile } from '../../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import { luckyNumbersByRules } from '../../../src/rules/rewards/numbers-earned.ts';
import { temporaryFolder } from '../../support/folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const example = join(root, 'src/campaign/examples/cafe-premiado/campaign.jsonc');
const pictures = join(root, 'src/campaign/19/pictures');
const source = { isFile: true, hasFile: (path: string) => existsSync(join(pictures, path)) };

function sample(variant: '19' | 'all' = 'all'): CampaignSnapshot {
  const options = { window: 'spec', variant, tenantId: 'embedded', today: '2026-11-22' } as const;
  return structuredClone(embeddedCampaign(options));
}

/** A campaign as a file holds it: anything may be wrong. */
type Unchecked = ReturnType<typeof JSON.parse>;

/** What the check says after a change: the path, and the whole sentence. */
function said(change: (campaign: Unchecked) => void): string[] {
  const campaign = sample();
  change(campaign);
  return campaignProblems(campaign, source).map(
    ({ path, problem, remedy }) => `${showPath(path)}: ${problem}. ${remedy}.`,
  );
}

const folder = temporaryFolder();
beforeAll(() => folder);
afterAll(async () => (await folder).remove());

test.each(campaignWindows)('the embedded campaign, window %s, has no problem', (window) => {
  for (const variant of ['19', 'all'] as const) {
    const options = { window, variant, tenantId: 'embedded', today: '2026-11-22' };
    expect(campaignProblems(embeddedCampaign(options), source)).toEqual([]);
  }
});

test('the example’s texts promise no number for each R$ 30: a receipt earns one, however high it is', async () => {
  const snapshot = await readCampaignFile(example);
  const [draw] = snapshot.campaign.engines.filter(({ type }) => type === 'DRAW');
  const lines = [{ quantity: 1, unitaryValue: 95_00, bonusGenerator: false }];
  const before = { cumulative: draw?.cumulative === true, carried: 0 };
  expect(luckyNumbersByRules(lines, draw?.details.rules ?? [], before)).toEqual({
    regular: 1,
    bonus: 0,
    carried: 0,
  });
  expect(JSON.stringify(snapshot)).not.toMatch(/cada \**R\$\s30/i);
});

test('a promotion that began with two lists of prizes for points still builds and changes', () => {
  const campaign: Unchecked = sample();
  campaign.campaign.engines.push({ ...engine(campaign, 'COLLECT_TO_WIN'), id: 150 });
  expect(campaignProblems(campaign, { ...source, isFile: false })).toEqual([]);
  const newSecond = { ...source, former: sample() };
  expect(campaignProblems(campaign, newSecond).map(({ path }) => showPath(path))).toContain(
    'campaign.engines[4].type',
  );
  const problems = campaignProblems(campaign, { ...source, former: campaign });
  expect(problems.map(({ path }) => showPath(path))).not.toContain('campaign.engines[4].type');
});

test.each<[string, (campaign: Unchecked) => void]>([
  ['a draw without alternates', (c) => delete draw(c).details.alternates],
  ['cashback that nothing pays', (c) => delete engine(c, 'CASHBACK').details.transferType],
  ['a draw without a day that decides it', (c) => (draw(c).details.extractionAt = null)],
])('%s is refused where a promotion is new; the file of one that began so is used', (_, change) => {
  const begun = sample();
  change(begun);
  expect(unsettledProblems(begun, source)).toHaveLength(1);
  expect(campaignProblems(begun, source)).toEqual([]);
});

test('winners in a picture need their names as text, or blind people learn none', () => {
  const advised = (type: string, winners: Unchecked = null) => {
    const campaign: Unchecked = { ...sample(), winners };
    setting(campaign, 'WINNER_PAGE_ENABLED').value = 'true';
    setting(campaign, 'WINNER_PAGE_TYPE').value = type;
    setting(campaign, 'WINNER_PDF_URL').value = 'https://brisal.example/ganhadores';
    expect(campaignProblems(campaign, source)).toEqual([]);
    expect(unsettledProblems(campaign, source), 'a new promotion may start so').toEqual([]);
    return advice(campaign, source).map(({ problem }) => problem);
  };
  const list = { promotion: 'Brisal', publishedAt: '2027-02-07T12:00:00Z', draws: [] };
  expect(advised('IMAGE')).toEqual([
    'the winners stand in a picture alone, of which blind people learn no name',
  ]);
  expect(advised('IMAGE', list)).toEqual([]);
  expect(advised('PDF')).toEqual([]);
});

test('a draw whose prizes go to the Treasury needs no alternates', () => {
  const unsettled = (disqualified: string) => {
    const campaign = sample();
    Object.assign(draw(campaign).details, { alternates: 0, disqualified });
    return problemLines(unsettledProblems(campaign, source), () => null);
  };
  expect(unsettled('TREASURY')).toEqual([]);
  expect(unsettled('NEXT')).toEqual([
    '  campaign.engines[0].details.alternates: a disqualified winner’s prize would go to no one. Say how many numbers may follow: "alternates": 5; or add "disqualified": "TREASURY".',
  ]);
});

test('the example of another trade is complete, pictures too', async () => {
  const { campaign, hotsite } = await readCampaignFile(example);
  expect([campaign.name, hotsite.header.brand]).toEqual(['Café Premiado', 'Serra Clara']);
});

const engine = (campaign: Unchecked, type: string) =>
  campaign.campaign.engines.find((each: Unchecked) => each.type === type);
const draw = (campaign: Unchecked) => engine(campaign, 'DRAW');
const setting = (campaign: Unchecked, code: string) =>
  campaign.campaign.parameters.find((each: Unchecked) => each.code === code);

test.each<[string, (campaign: Unchecked) => void, string]>([
  [
    'a member that is missing',
    (c) => delete c.campaign.name,
    'campaign.name: is missing. Add a text',
  ],
  [
    'another type',
    (c) => (c.prizes[0].quantity = '1'),
    'prizes[0].quantity: is "1". Write a number',
  ],
  [
    'a member that does not exist',
    (c) => (c.hotsite.headr = {}),
    "hotsite.headr: there is no member 'headr'. Call it header",
  ],
  [
    'an unknown engine',
    (c) => (draw(c).type = 'RAFFLE'),
    'campaign.engines[0].type: is "RAFFLE". Write one of DRAW, INSTANT_PRIZE',
  ],
  [
    'an engine’s id twice',
    (c) => (c.campaign.engines[1].id = 101),
    "campaign.engines[1].id: '101' is used by the entry [0] too",
  ],
  [
    'two offers of the same prize',
    (c) => (engine(c, 'COLLECT_TO_WIN').details.prizes[1].campaignPrizeId = 903),
    "campaign.engines[3].details.prizes[1].campaignPrizeId: '903' is used by the entry [0] too",
  ],
  [
    'a site’s address that is none',
    (c) => (c.hotsite.externalUrl = 'cafe.example'),
    "hotsite.externalUrl: 'cafe.example' has another form. Write it like https://promo.example",
  ],
  [
    'half a prize',
    (c) => (c.prizes[0].quantity = 1.5),
    'prizes[0].quantity: 1.5 prizes cannot be given. Write a whole number from 0 on',
  ],
  [
    'fewer instant prizes than none',
    (c) => (c.secrets.instantPrizes[0].quantity = -3),
    'secrets.instantPrizes[0].quantity: -3 prizes cannot be given. Write a whole number from 1 on',
  ],
  [
    'cashback that carries on what it never leaves over',
    (c) => (engine(c, 'CASHBACK').cumulative = true),
    'campaign.engines[2].cumulative: CASHBACK leaves nothing over that a next receipt could use',
  ],
  [
    'two retailers of one name, whose shops a search would mix up',
    (c) => (c.hotsite.pages.home.retailers[2].name = c.hotsite.pages.home.retailers[0].name),
    "hotsite.pages.home.retailers[2].name: 'Bom Vizinho' is used by the entry [0] too. Give each entry a name of its own",
  ],
  ['a product’s id twice', (c) => (c.products[3].id = 11), "products[3].id: '11' is used"],
  ['a prize’s id twice', (c) => (c.prizes[1].id = 901), "prizes[1].id: '901' is used"],
  [
    'a parameter twice',
    (c) => (c.campaign.parameters[1].code = 'TENANT_ID'),
    "campaign.parameters[2].code: 'TENANT_ID' is used",
  ],
  [
    'a private parameter that pages need',
    (c) => (setting(c, 'TENANT_ID').visibility = 'PRIVATE'),
    'campaign.parameters[2].visibility: TENANT_ID is private, and pages need it. Write PUBLIC',
  ],
  [
    'an id that is a fraction',
    (c) => (draw(c).id = 1.5),
    'campaign.engines[0].id: 1.5 is no whole number',
  ],
  [
    'no secrets',
    (c) => (c.secrets = null),
    'secrets.instantPrizes: the engine INSTANT_PRIZE has nothing to give',
  ],
  [
    'secrets without an engine',
    (c) => c.campaign.engines.splice(1, 1),
    'secrets.instantPrizes: no engine INSTANT_PRIZE gives',
  ],
  [
    'more instant prizes than stock',
    (c) => (c.prizes[1].quantity = 400),
    'secrets.instantPrizes[0].quantity: 500 of the prize 902 are to be won, and there are 400',
  ],
  [
    'a prize that is won at once and bought for points',
    (c) => (engine(c, 'COLLECT_TO_WIN').details.prizes[0].campaignPrizeId = 902),
    'prizes[1].quantity: 1000 of the prize 902 are given in 2 ways, and there are 500',
  ],
  [
    'two engines for the same instant prizes',
    (c) => c.campaign.engines.push({ ...engine(c, 'INSTANT_PRIZE'), id: 150 }),
    'campaign.engines[4].type: a second engine INSTANT_PRIZE would give the same prizes again',
  ],
  [
    'two engines in which points buy the same prizes',
    (c) => c.campaign.engines.push({ ...engine(c, 'COLLECT_TO_WIN'), id: 150 }),
    'campaign.engines[4].type: a second engine COLLECT_TO_WIN would sell the same stock again',
  ],
  [
    'another number of instant prizes',
    (c) => (engine(c, 'INSTANT_PRIZE').details.totalPrizes = 5),
    'campaign.engines[1].details.totalPrizes: 5 prizes are announced, and 500',
  ],
  [
    'an instant prize that is not there',
    (c) => (c.secrets.instantPrizes[0].campaignPrizeId = 7),
    'secrets.instantPrizes[0].campaignPrizeId: there is no prize 7',
  ],
  [
    'a prize for points that is not there',
    (c) => (engine(c, 'COLLECT_TO_WIN').details.prizes[0].campaignPrizeId = 7),
    'campaign.engines[3].details.prizes[0].campaignPrizeId: there is no prize 7',
  ],
  [
    'a prize of the home page that is not there',
    (c) => (c.hotsite.pages.home.prizes[1].campaignPrizeId = 7),
    'hotsite.pages.home.prizes[1].campaignPrizeId: there is no prize 7',
  ],
  [
    'no PRIVACY',
    (c) => c.campaign.registerOptins.splice(1, 1),
    'campaign.registerOptins: the opt-in PRIVACY is missing',
  ],
  [
    'PRIVACY not required',
    (c) => (c.campaign.registerOptins[1].required = false),
    'campaign.registerOptins[1].required: a sign-up without',
  ],
  [
    'over 100 percent',
    (c) => (engine(c, 'CASHBACK').details.percentage = 110),
    'details.percentage: 110 is too large. Use 100 or less',
  ],
  [
    'no percentage',
    (c) => (engine(c, 'CASHBACK').details.percentage = null),
    'campaign.engines[2].details.percentage: is missing',
  ],
  [
    'thirds of a centavo',
    (c) => (engine(c, 'CASHBACK').details.totalAmount = 0.333),
    'details.totalAmount: 0.333 has more than two decimals',
  ],
  [
    'points for parts of a real',
    (c) => (engine(c, 'COLLECT_TO_WIN').details.pointsMonetaryFactor = 2.5),
    'details.pointsMonetaryFactor: 2.5 is no whole number',
  ],
  [
    'a category that no prize has',
    (c) => (engine(c, 'COLLECT_TO_WIN').details.checkoutRules[0].referenceValue = 5),
    'checkoutRules[0].referenceValue: no prize is of the category 5',
  ],
  ['no series', (c) => (draw(c).details.seriesQty = 0), 'details.seriesQty: 0 is too small'],
  [
    'longer series than allowed',
    (c) => (draw(c).details.numbersPerSeries = 100_001),
    'details.numbersPerSeries: 100001 is too large',
  ],
  [
    'an unknown rule',
    (c) => (draw(c).details.rules[0].inputType = 'UNIT'),
    "rules[0].inputType: 'UNIT' is unknown. Use MONETARY",
  ],
  [
    'no rule',
    (c) => (draw(c).details.rules = []),
    'campaign.engines[0].details.rules: the draw gives no numbers',
  ],
  [
    'a draw without prizes',
    (c) => c.prizes.shift(),
    'campaign.engines[0].details.prizes: the draw has no prize',
  ],
  [
    'a day that is none',
    (c) => (c.campaign.endsAt = '2025-11-31T23:59:59-03:00'),
    'campaign.endsAt: the calendar has no day 2025-11-31',
  ],
  [
    'a date of another form',
    (c) => (c.campaign.startsAt = '1 Oct 2025'),
    "campaign.startsAt: '1 Oct 2025' has another form. Write it like 2026-10-01T00:00:00-03:00",
  ],
  [
    'an end before the start',
    (c) => (c.campaign.endsAt = '2025-09-30T23:59:59-03:00'),
    'campaign.endsAt: the end, 2025-09-30T23:59:59-03:00, is not after the start',
  ],
  [
    'a draw on a Friday',
    (c) => (draw(c).details.extractionAt = '2025-12-05T19:00:00-03:00'),
    'details.extractionAt: 05/12/2025 is a Friday, and extractions are on Wednesdays and Saturdays',
  ],
  [
    'a draw on a Friday in São Paulo that is a Saturday where its hour was written',
    (c) => (draw(c).details.extractionAt = '2025-12-06T01:00:00Z'),
    'details.extractionAt: 05/12/2025 is a Friday',
  ],
  [
    'a draw before the end',
    (c) => (draw(c).details.extractionAt = '2025-11-29T19:00:00-03:00'),
    'is not after the last day, 30/11/2025',
  ],
  [
    'two steps',
    (c) => c.hotsite.pages.home.steps.pop(),
    'hotsite.pages.home.steps: there are 2 steps. Tell it in 3 or 4',
  ],
  [
    'a colour that is none',
    (c) => (c.hotsite.theme.palette.ink = 'black'),
    "hotsite.theme.palette.ink: 'black' has another form. Write it like #14d3b2",
  ],
  [
    'colours that cannot be read',
    (c) => (c.hotsite.theme.palette.danger = '#e8636c'),
    'hotsite.theme.palette.danger: danger on surface has contrast 3.3, needs 4.5',
  ],
  [
    'no certificate',
    (c) => c.hotsite.footer.certificates.pop(),
    'hotsite.footer.certificates: the engine INSTANT_PRIZE has no certificate',
  ],
  [
    'a certificate of another kind',
    (c) => (c.hotsite.footer.certificates[0].number = 'SPA/MF nº 05.000001/2025'),
    'hotsite.footer.certificates[0].number: certificate',
  ],
  [
    'a question that its number puts far from its group',
    (c) => (c.faq.at(-1).group = c.faq[0].group),
    ".questionOrder: the questions of 'Para participar' do not follow one another. Number",
  ],
  [
    'a question without a group that its number puts far from the others',
    (c) => ([c.faq[0].group, c.faq.at(-1).group] = [null, null]),
    '.questionOrder: the questions without a group do not follow one another. Number',
  ],
  [
    'a picture that is missing',
    (c) => (c.products[2].images = ['/produtos/nada.svg']),
    'products[2].images[0]: there is no picture /produtos/nada.svg',
  ],
  [
    'a page instead of a picture',
    (c) => (c.products[2].images = ['/produtos/pagina.html']),
    "products[2].images[0]: '/produtos/pagina.html' has another form",
  ],
  [
    'a shop’s picture that is missing',
    (c) => (c.hotsite.pages.home.retailers[0].logo = '/lojas/x.svg'),
    'hotsite.pages.home.retailers[0].logo: there is no picture',
  ],
  [
    'a shop’s position with latitude and longitude in each other’s place',
    (c) => {
      c.hotsite.pages.home.retailers[0].places[0].position = { latitude: -49.3, longitude: -25.4 };
    },
    'hotsite.pages.home.retailers[0].places[0].position.latitude: -49.3 is too small. Use -34 or more.',
  ],
  [
    'half a position',
    (c) => delete c.hotsite.pages.home.retailers[0].places[0].position.longitude,
    'hotsite.pages.home.retailers[0].places[0].position.longitude',
  ],
  [
    'a shop whose address names no site',
    (c) => (c.hotsite.pages.home.retailers[0].url = 'https://'),
    "hotsite.pages.home.retailers[0].url: 'https://' has another form",
  ],
  [
    'a link that runs a script',
    (c) => (c.hotsite.header.links[0].url = 'javascript:alert(1)'),
    "hotsite.header.links[0].url: 'javascript:alert(1)' has another form",
  ],
  [
    'a regulation whose text is written elsewhere',
    (c) => (draw(c).regulationUrl = '/regulamento.pdf'),
    'campaign.engines[0].regulationUrl: the site writes the PDF of its text into /regulamentos/',
  ],
  [
    'no regulation',
    (c) => c.hotsite.pages.regulations.shift(),
    'campaign.engines[0].regulationUrl: there is neither a text for DRAW nor a file',
  ],
  [
    'two regulations at one address',
    (c) => (c.campaign.engines[1].name = 'SORTEIO'),
    'campaign.engines[1].name: its regulation would have the address',
  ],
  [
    'a name that is too wide',
    (c) => (c.hotsite.pages.home.title[0].left = 200),
    'hotsite.pages.home.title[0].width: left and width together are 684',
  ],
  [
    'a setting that is neither on nor off',
    (c) => (setting(c, 'OCR_ENABLED').value = 'sim'),
    'campaign.parameters[1].value: OCR_ENABLED is \'sim\'. Use "true"',
  ],
  [
    'a number of a bot without its country',
    (c) => (setting(c, 'WHATSAPP_BOT_PHONE_NUMBER').value = '41999990000'),
    "WHATSAPP_BOT_PHONE_NUMBER is '41999990000'",
  ],
  [
    'least above most',
    (c) => (setting(c, 'PRODUCT_MIN_QTD_SUM_TOTAL').value = '60'),
    "PRODUCT_MAX_QTD_SUM_TOTAL is '50'. Use 60 or more",
  ],
  [
    'a limit that lets nothing through',
    (c) =>
      c.campaign.parameters.push({
        id: 99,
        code: 'COUPON_MAX_QTD_PER_DAY',
        visibility: 'PRIVATE',
        value: '0',
      }),
    "COUPON_MAX_QTD_PER_DAY is '0'. Use a whole number from 1 on",
  ],
  [
    'days to claim a prize that are no number',
    (c) =>
      c.campaign.parameters.push({
        id: 99,
        code: 'PRIZE_CLAIM_DAYS',
        visibility: 'PRIVATE',
        value: '90 dias',
      }),
    "PRIZE_CLAIM_DAYS is '90 dias'. Use a whole number from 1 on",
  ],
  [
    'a state that is none',
    (c) => (c.campaign.additionalFields[0].options = ['PR', 'XX']),
    'campaign.additionalFields[0].options: XX is no state',
  ],
  [
    'nothing to choose from',
    (c) => (c.campaign.additionalFields[2].options = []),
    'campaign.additionalFields[2].options: there is nothing to choose from',
  ],
  ['a poll without questions', (c) => (c.polls[0].items = []), 'polls[0].items: it asks nothing'],
  [
    'no products for receipts',
    (c) => c.products.splice(0, 1),
    'products: no product stands for what was bought',
  ],
  [
    'a bonus that is not asked for',
    (c) => (c.hotsite.pages.accelerator = null),
    'hotsite.pages.accelerator: a rule gives a bonus',
  ],
  ['an empty text', (c) => (c.faq[0].answer = ' '), 'faq[0].answer: the text is empty. Write one'],
  [
    'a text of another brand',
    (c) => {
      c.faq[0].answer = 'Todo café Serra Clara.';
    },
    "faq[0].answer: the text names 'Serra Clara', another brand's. Write it for Brisal",
  ],
])('the check finds %s', (_, change, sentence) => {
  expect(said(change).join('\n')).toContain(sentence);
});

test('a draw has as many prizes and alternates as its entry in the log can name', () => {
  const places = (quantity: number) => (c: Unchecked) => {
    c.prizes[0].quantity = quantity;
    Object.assign(draw(c).details, { prizes: [], alternates: 0 });
    for (const each of c.prizes) if (each.id === 901) each.quantity = quantity;
  };
  expect(said(places(500)).filter((text) => text.includes('a draw can name'))).toEqual([]);
  expect(said(places(501))).toContainEqual(
    expect.stringContaining('are 501 together, and a draw can name 500'),
  );
});

test('leftovers of the sample are found in another brand’s campaign', () => {
  const left = said((campaign) => {
    campaign.campaign.name = 'Banho de Sorte';
    campaign.hotsite.header.brand = 'Ondina';
  });
  expect(left.length).toBeGreaterThan(10);
  expect(left[0]).toContain("another brand's. Write it for Ondina.");
});

test('the check reports all problems at once, with line and column, even if members are missing', async () => {
  const { path } = await folder;
  const file = join(path, 'three.jsonc');
  const text = (await readFile(example, 'utf8'))
    .replace('"percentage": 5', '"percentage": 500')
    .replace('"brand": "Serra Clara"', '"brend": "Serra Clara"')
    .replaceAll('/produtos/capsulas.svg', '/produtos/nada.svg');
  await writeFile(
    file,
    text.replaceAll(
      /"\/(?!prod|regul|priv)[a-z]+\/[a-z-]+\.svg"/g,
      '"https://fotos.example/a.svg"',
    ),
  );
  const message = await readCampaignFile(file).catch((error: Error) => error.message);
  expect(message).toMatch(/^Campaign from .*three\.jsonc: \d+ problems, so it is not used\.\n {2}/);
  expect(message).toMatch(
    /\n {2}\d+:\d+ campaign\.engines\[1\]\.details\.percentage: 500 is too large\./,
  );
  expect(message).toMatch(
    /\n {2}\d+:\d+ hotsite\.header\.brend: there is no member 'brend'\. Call it brand\./,
  );
  expect(message).toContain('there is no picture /produtos/nada.svg');
  const line = text.split('\n').findIndex((each) => each.includes('"percentage"')) + 1;
  expect(message).toContain(`  ${line}:11 campaign.engines[1].details.percentage`);
});

test('a file that is longer than any campaign is not read to its end', async () => {
  await expect(readCampaignFile('/dev/zero')).rejects.toThrow('the file is too large');
});

test('comments and trailing commas are allowed, and a syntax error has its place', async () => {
  const { path } = await folder;
  const file = join(path, 'broken.jsonc');
  await writeFile(file, '{\n  // a comment\n  "campaign": { "id": 1,, },\n}\n');
  await expect(readCampaignFile(file)).rejects.toThrow('3:25 syntax error 1');
  await writeFile(file, '{ "faq": [],\n "faq": [], }');
  await expect(readCampaignFile(file)).rejects.toThrow("2:2 faq: the member 'faq' is given twice");
});

test.each([
  ['too large', ' '.repeat(3_000_000)],
  ['nested too deep', '['.repeat(100_000)],
  ['nested too deep', `{"campaign":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
])('a file that would keep its reader busy is %s', async (problem, content) => {
  const file = join((await folder).path, 'hostile.json');
  await writeFile(file, content);
  const refused = readCampaignFile(file);
  await expect(refused).rejects.toThrow(
    `1 problem, so it is not used.\n  1:1 the campaign: the file is ${problem}.`,
  );
});

test('control characters for terminals are not shown', async () => {
  const file = join((await folder).path, 'control.json');
  await writeFile(file, '{ "\\u001b[31mred\\u0085": 1 }');
  await expect(readCampaignFile(file)).rejects.toThrow("there is no member ' [31mred '");
});

test('a picture outside of the file’s folder is not imported with the campaign', async () => {
  const file = join((await folder).path, 'outside.jsonc');
  const text = await readFile(example, 'utf8');
  await writeFile(
    file,
    text.replaceAll('/produtos/capsulas.svg', '/../../../../../../etc/passwd.svg'),
  );
  await expect(readCampaignFile(file)).rejects.toThrow(/there is no picture \/\.\.\/.*etc\/passwd/);
});

test('the schema for editors takes the samples, and refuses what the check refuses', async () => {
  const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(
    campaignSchema(),
  );
  for (const variant of ['19', 'all'] as const) {
    expect(
      validate(JSON.parse(JSON.stringify(sample(variant)))),
      JSON.stringify(validate.errors),
    ).toBe(true);
  }
  const wrong: ((campaign: Unchecked) => void)[] = [
    (c) => (engine(c, 'CASHBACK').details.percentage = 110),
    (c) => (c.campaign.nam = 'x'),
    (c) => delete c.faq,
    (c) => delete c.hotsite.pages.home.retailers[0].logo,
    (c) => (c.hotsite.theme.palette.primary = 'green'),
    (c) => (draw(c).type = 'RAFFLE'),
    (c) => (c.faq[0].answer = ''),
  ];
  for (const change of wrong) {
    const campaign = JSON.parse(JSON.stringify(sample()));
    change(campaign);
    expect(validate(campaign), String(change)).toBe(false);
  }
});

test.each([-1, 'x1'])(
  'a quantity of %s names the prize, and no entry of instant prizes',
  (quantity) => {
    const sentences = said((c) => (c.prizes[0].quantity = quantity));
    expect(sentences.filter((sentence) => sentence.startsWith('prizes[0].quantity'))).not.toEqual(
      [],
    );
    expect(sentences.filter((sentence) => sentence.startsWith('secrets'))).toEqual([]);
  },
);
