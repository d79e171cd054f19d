import { type ParameterCode, parameter } from '../../rules/campaign/parameters.ts';
import { winnerPage } from '../../rules/draws/published-winners.ts';
import { isPrivacy, stateField } from '../../rules/people/campaign-fields.ts';
import { isState, stateCodes } from '../../rules/receipts/access-key.ts';
import type { CampaignSnapshot } from '../snapshot.ts';
import type { Problem } from './problem.ts';

export function* wrongOptIns({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  const path = ['campaign', 'registerOptins'];
  const privacy = campaign.registerOptins.findIndex(isPrivacy);
  if (privacy < 0) {
    yield {
      path,
      problem: 'the opt-in PRIVACY is missing, which every sign-up sends',
      remedy: 'Add it, with "required": true and "displayOrder": 0',
    };
  } else if (campaign.registerOptins[privacy]?.required === false) {
    yield {
      path: [...path, privacy, 'required'],
      problem: 'a sign-up without the regulation and the privacy policy is not possible',
      remedy: 'Set it to true',
    };
  }
}

const nothingToChoose = 'there is nothing to choose from';

export function* wrongFields(snapshot: CampaignSnapshot): Generator<Problem, void> {
  const { campaign, incidentSubjects } = snapshot;
  for (const [index, { key, type, options }] of campaign.additionalFields.entries()) {
    const path = ['campaign', 'additionalFields', index, 'options'];
    if (type === 'SELECT' && options.length === 0) {
      yield { path, problem: nothingToChoose, remedy: 'List the options' };
    }
    const unknown = key === stateField ? options.filter((candidate) => !isState(candidate)) : [];
    if (unknown.length > 0) {
      const remedy = `Use their two letters: ${[...stateCodes.keys()].sort().join(' ')}`;
      yield { path, problem: `${unknown.join(', ')} is no state`, remedy };
    }
  }
  if (incidentSubjects.length === 0) {
    yield {
      path: ['incidentSubjects'],
      problem: 'the contact form has no subject to choose',
      remedy: 'Add some; { "id": -1, "description": "Outros" } lets people write their own',
    };
  }
}

export function* wrongPolls({ polls }: CampaignSnapshot): Generator<Problem, void> {
  for (const [index, { items }] of polls.entries()) {
    const path = ['polls', index, 'items'];
    if (items.length === 0) yield { path, problem: 'it asks nothing', remedy: 'Add a question' };
    for (const [at, { type, options }] of items.entries()) {
      if (type !== 'SINGLE_CHOICE' || options.length > 1) continue;
      const remedy = 'List two options or more, or make it YES_NO or SCORE';
      yield { path: [...path, at, 'options'], problem: nothingToChoose, remedy };
    }
  }
}

/** Refused because the page shows questions by their order, and each group under one heading. */
export function* scatteredQuestions({ faq }: CampaignSnapshot): Generator<Problem, void> {
  const groups = new Set<string>();
  let current: string | null = null;
  for (const item of faq.toSorted((a, b) => a.questionOrder - b.questionOrder)) {
    const group = item.group ?? '';
    if (group !== current && groups.has(group)) {
      const questions = group === '' ? 'questions without a group' : `questions of '${group}'`;
      const problem = `the ${questions} do not follow one another`;
      const remedy = 'Number the questions of a group one after another';
      yield { path: ['faq', faq.indexOf(item), 'questionOrder'], problem, remedy };
    }
    groups.add(group);
    current = group;
  }
}

interface Format {
  fits: RegExp;
  remedy: string;
}

const onOrOff: Format = { fits: /^(true|false)$/, remedy: 'Use "true", "false" or ""' };
const number: Format = { fits: /^\d{1,6}$/, remedy: 'Use a whole number' };
const limit: Format = { fits: /^[1-9]\d{0,8}$/, remedy: 'Use a whole number from 1 on' };
const address: Format = {
  fits: /^(\/(?!\/)|https?:\/\/)\S+$/,
  remedy: 'Write an address that starts with / or https://',
};

const formats: Readonly<Partial<Record<ParameterCode, Format>>> = {
  OCR_ENABLED: onOrOff,
  MGM_ENABLED: onOrOff,
  CONSUMER_ADDRESS_REQUIRED: onOrOff,
  WHATSAPP_BOT_ENABLED: onOrOff,
  COUPON_MAX_QTD_PER_DAY: limit,
  COUPON_MAX_QTD_PER_SHOP_AND_DAY: limit,
  TAX_OFFICE_APPROVES: onOrOff,
  TAX_OFFICE_DAILY_LIMIT: limit,
  PRIZE_CLAIM_DAYS: limit,
  ACCOUNTS_DAYS: limit,
  PRODUCT_MIN_QTD_SUM_TOTAL: number,
  PRODUCT_MAX_QTD_SUM_TOTAL: number,
  PRODUCT_MIN_TOTAL_SUM_VALUE: {
    fits: /^\d+([.,]\d{1,2})?$/,
    remedy: 'Write an amount of reais like "10.00"',
  },
  CONSUMER_REGISTER_TYPES: {
    fits: /^(PERSON|CORPORATE)(\s*,\s*(PERSON|CORPORATE))?$/,
    remedy: 'Use "PERSON", "CORPORATE" or "PERSON,CORPORATE"',
  },
  WINNER_PAGE_ENABLED: { fits: /^(true|false|1|0)$/, remedy: 'Use "true", "false" or ""' },
  WINNER_PAGE_TYPE: { fits: /^(PDF|IMAGE)$/, remedy: 'Use PDF or IMAGE' },
  CONSUMER_AFTER_COUPON_REGISTER_LINK: address,
  PRIVACY_POLICY_URL: address,
};

export function* wrongParameters({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  const setting = (code: ParameterCode) => parameter(campaign, code) ?? '';
  const problemOf = (code: ParameterCode, remedy: string): Problem => {
    const index = campaign.parameters.findIndex((candidate) => candidate.code === code);
    const path = index < 0 ? [] : [index, 'value'];
    const problem = `${code} is '${setting(code)}'`;
    return { path: ['campaign', 'parameters', ...path], problem, remedy };
  };
  for (const [code, { fits, remedy }] of Object.entries(formats) as [ParameterCode, Format][]) {
    if (setting(code) !== '' && !fits.test(setting(code))) yield problemOf(code, remedy);
  }
  const least = Number(setting('PRODUCT_MIN_QTD_SUM_TOTAL') || 0);
  if (Number(setting('PRODUCT_MAX_QTD_SUM_TOTAL') || Infinity) < least) {
    yield problemOf('PRODUCT_MAX_QTD_SUM_TOTAL', `Use ${least} or more, which is the minimum`);
  }
  const phone = setting('WHATSAPP_BOT_PHONE_NUMBER').replaceAll(/\D/g, '');
  // Without a number the bot has no button, only its link to create a password.
  if (phone !== '' && phone.length < 12) {
    yield problemOf('WHATSAPP_BOT_PHONE_NUMBER', 'Write country, area and number: "5541999990000"');
  }
}

export function* winnersOnlyInPicture({
  campaign,
  winners,
}: CampaignSnapshot): Generator<Problem, void> {
  if (winners || winnerPage(campaign)?.type !== 'IMAGE') return;
  const index = campaign.parameters.findIndex(({ code }) => code === 'WINNER_PAGE_TYPE');
  yield {
    path: ['campaign', 'parameters', index, 'value'],
    problem: 'the winners stand in a picture alone, of which blind people learn no name',
    remedy: 'Publish a PDF with text and write "PDF", or add the names as "winners"',
  };
}

const neededByPages: readonly ParameterCode[] = [
  'AD_PIXEL_ID',
  'CONSUMER_ADDRESS_REQUIRED',
  'CONSUMER_AFTER_COUPON_REGISTER_LINK',
  'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME',
  'CONSUMER_REGISTER_TYPES',
  'GTM_CODE',
  'MGM_ENABLED',
  'MS_CLARITY_ID',
  'PRIVACY_POLICY_URL',
  'PRODUCT_MIN_TOTAL_SUM_VALUE',
  'TENANT_ID',
  'WHATSAPP_BOT_ENABLED',
  'WHATSAPP_BOT_PHONE_NUMBER',
  'WINNER_PAGE_ENABLED',
  'WINNER_PAGE_TYPE',
  'WINNER_PDF_URL',
];

export function* hiddenParameters({ campaign }: CampaignSnapshot): Generator<Problem, void> {
  for (const [index, { code, value, visibility }] of campaign.parameters.entries()) {
    if (visibility === 'PUBLIC' || !value) continue;
    if (!neededByPages.some((needed) => needed === code)) continue;
    yield {
      path: ['campaign', 'parameters', index, 'visibility'],
      problem: `${code} is private, and pages need it`,
      remedy: 'Write PUBLIC',
    };
  }
}

/** The two products that receipts name, and the question for the accelerator product. */
export function* wrongPlaceholders({
  campaign,
  products,
  hotsite,
}: CampaignSnapshot): Generator<Problem, void> {
  const hidden = products.filter(({ hotsiteEnabled }) => !hotsiteEnabled);
  for (const bonusGenerator of [false, true]) {
    if (hidden.some((product) => product.bonusGenerator === bonusGenerator)) continue;
    yield {
      path: ['products'],
      problem: `no product stands for ${bonusGenerator ? 'the accelerator' : 'what was bought'} in receipts`,
      remedy: `Add one with "hotsiteEnabled": false and "bonusGenerator": ${bonusGenerator}`,
    };
  }
  const givesBonus = campaign.engines.some(({ details }) =>
    details.rules.some(({ bonusGeneratorQty }) => bonusGeneratorQty),
  );
  if (givesBonus && !hotsite.pages.accelerator) {
    yield {
      path: ['hotsite', 'pages', 'accelerator'],
      problem: 'a rule gives a bonus, and no receipt is asked for the product that earns it',
      remedy: 'Add { "question", "label", "extras" }, or take bonusGeneratorQty away',
    };
  }
  if (!products.some(({ hotsiteEnabled }) => hotsiteEnabled)) {
    yield {
      path: ['products'],
      problem: 'no product is shown on the home page',
      remedy: 'Add those that take part, with "hotsiteEnabled": true',
    };
  }
}
