import { hexColour } from '../colour.ts';
import type { Path } from './problem.ts';

/** Size of the drawing area for the title, in its own units. */
export const titleFieldWidth = 520;

/** Limits of a member beyond its type; amounts are reais with at most two decimals. */
export interface MemberRule {
  says?: string;
  minimum?: number;
  maximum?: number;
  whole?: boolean;
  money?: boolean;
  oneOf?: readonly string[];
  pattern?: RegExp;
  example?: string;
  notEmpty?: boolean;
}

const id: MemberRule = {
  says: 'A whole number that no other of the list has.',
  whole: true,
  minimum: 1,
};
const count: MemberRule = { whole: true, minimum: 0 };
const atLeastOne: MemberRule = { whole: true, minimum: 1 };
const amount: MemberRule = { money: true, minimum: 0 };
const text: MemberRule = { notEmpty: true };
const colour: MemberRule = { pattern: hexColour, example: '#14d3b2' };
const picture: MemberRule = {
  says: 'A path from the folder of this file that ends like a picture, such as /premios/viagem.svg, or https://….',
  pattern:
    /^(\/(?!\/)\S+\.(svg|webp|avif|png|jpe?g|gif|ico|SVG|WEBP|AVIF|PNG|JPE?G|GIF|ICO)|https?:\/\/\S+)$/,
  example: '/premios/viagem.svg',
};
const link: MemberRule = {
  pattern: /^(\/(?!\/)|#|https?:\/\/[^\s/?#]|mailto:|tel:)\S*$/,
  example: '/faq',
};
const moment: MemberRule = {
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
  example: '2026-10-01T00:00:00-03:00',
};

/** Rules by path, `[]` for every entry of a list; for the check and for editors' JSON Schema. */
export const memberRules: Readonly<Record<string, MemberRule>> = {
  'campaign.id': {
    says: 'The number in the addresses of the API.',
    whole: true,
    minimum: 1,
    maximum: 2_147_483_647,
  },
  'campaign.status': { says: 'PUBLISHED, or it is closed to all.', oneOf: ['PUBLISHED', 'DRAFT'] },
  'campaign.name': { ...text, says: 'The title of every page and email.' },
  'campaign.startsAt': { ...moment, says: 'The first moment that counts, with its offset.' },
  'campaign.endsAt': { ...moment, says: 'The last second that counts: …T23:59:59-03:00.' },
  'campaign.registerOptins[].id': id,
  'campaign.registerOptins[].code': { ...text, says: 'One of them is PRIVACY, and required.' },
  'campaign.registerOptins[].name': { ...text, says: 'What a person agrees to, in their words.' },
  'campaign.registerOptins[].displayOrder': { says: 'Negative: the text without a checkbox.' },
  'campaign.additionalFields[].id': id,
  'campaign.additionalFields[].type': { oneOf: ['TEXT', 'SELECT'] },
  'campaign.additionalFields[].key': { ...text, says: 'ADDRESS_STATE limits who may sign up.' },
  'campaign.additionalFields[].label': text,
  'campaign.parameters[].code': text,
  'campaign.engines[].id': id,
  'campaign.engines[].name': {
    ...text,
    says: 'What people call it; part of the regulation’s address.',
  },
  'campaign.engines[].cumulative': {
    says: 'True: what a receipt leaves over of numbers or points counts with the next one.',
  },
  'campaign.engines[].excludedConsumerTypes[]': { oneOf: ['PERSON', 'CORPORATE'] },
  'campaign.engines[].regulationUrl': {
    ...link,
    says: 'A PDF; the site writes it itself from pages.regulations.',
  },
  'campaign.engines[].details.seriesQty': { whole: true, minimum: 1, maximum: 100_000 },
  'campaign.engines[].details.numbersPerSeries': { whole: true, minimum: 1, maximum: 100_000 },
  'campaign.engines[].details.extractionAt': {
    ...moment,
    says: 'The extraction of the Loteria Federal that decides, with its hour.',
  },
  'campaign.engines[].details.alternates': count,
  'campaign.engines[].details.totalPrizes': count,
  'campaign.engines[].details.generatedInstantPrizes': count,
  'campaign.engines[].details.maxRewardsByConsumer': atLeastOne,
  'campaign.engines[].details.percentage': {
    says: 'Of the receipt’s total.',
    minimum: 0.01,
    maximum: 100,
    money: true,
  },
  'campaign.engines[].details.maxAmountByConsumer': amount,
  'campaign.engines[].details.maxCouponsByConsumer': atLeastOne,
  'campaign.engines[].details.totalAmount': { ...amount, says: 'All that the campaign pays back.' },
  'campaign.engines[].details.pointsAlias': text,
  'campaign.engines[].details.pointsMonetaryFactor': {
    ...atLeastOne,
    says: 'Whole reais per point.',
  },
  'campaign.engines[].details.rules[].inputType': { oneOf: ['MONETARY'] },
  'campaign.engines[].details.rules[].type': { oneOf: ['PER_ITEM'] },
  'campaign.engines[].details.rules[].quantity': { ...atLeastOne, says: 'Numbers per receipt.' },
  'campaign.engines[].details.rules[].minAmount': amount,
  'campaign.engines[].details.rules[].maxAmount': amount,
  'campaign.engines[].details.rules[].bonusGeneratorType': { oneOf: ['ADD'] },
  'campaign.engines[].details.rules[].bonusGeneratorQty': count,
  'campaign.engines[].details.prizes[].id': id,
  'campaign.engines[].details.prizes[].points': count,
  'campaign.engines[].details.prizes[].description': text,
  'campaign.engines[].details.prizes[].mainImageUrl': picture,
  'campaign.engines[].details.checkoutRules[].type': { oneOf: ['MULTIPLE_ITEMS_PER_CATEGORY'] },
  'campaign.engines[].details.checkoutRules[].value': {
    ...atLeastOne,
    says: 'Quantities are multiples of it.',
  },
  'products[].id': id,
  'products[].name': { ...text, says: 'Name, then after a comma its measure.' },
  'products[].ean': { pattern: /^(\d{8}|\d{12,14})$/, example: '7890000190015' },
  'products[].images[]': picture,
  'products[].factor': { minimum: 0 },
  'prizes[].id': id,
  'prizes[].description': text,
  'prizes[].quantity': { ...count, says: 'How many there are.' },
  'prizes[].unitaryValue': amount,
  'prizes[].category.name': text,
  'prizes[].hotsiteImageUrl': picture,
  'prizes[].mainImageUrl': picture,
  'faq[].question': text,
  'faq[].answer': text,
  'polls[].id': id,
  'polls[].title': text,
  'polls[].items[].id': id,
  'polls[].items[].question': text,
  'polls[].items[].options[].value': text,
  'incidentSubjects[].description': {
    ...text,
    says: 'Id -1 is “Outros”, with a title of the person’s own.',
  },
  'secrets.instantPrizes[].quantity': atLeastOne,
  'hotsite.externalUrl': {
    says: 'The origin of the site, for search engines and previews; SITE_URL comes first.',
    pattern: /^(https?:\/\/[^\s/?#:@]+(:\d+)?\/?)?$/,
    example: 'https://promo.example',
  },
  'hotsite.status': { oneOf: ['PUBLISHED', 'UNDER_CONSTRUCTION'] },
  'hotsite.theme.palette.primary': colour,
  'hotsite.theme.palette.accent': colour,
  'hotsite.theme.palette.ink': colour,
  'hotsite.theme.palette.surface': colour,
  'hotsite.theme.palette.success': colour,
  'hotsite.theme.palette.warning': colour,
  'hotsite.theme.palette.danger': colour,
  'hotsite.header.brand': { ...text, says: 'The name in the header, where there is no wordmark.' },
  'hotsite.header.links[].label': text,
  'hotsite.header.links[].url': link,
  'hotsite.installPictures[].picture': picture,
  'hotsite.installPictures[].width': atLeastOne,
  'hotsite.installPictures[].height': atLeastOne,
  'hotsite.footer.summary': { ...text, says: 'The promotion in three sentences.' },
  'hotsite.footer.certificates[].label': text,
  'hotsite.footer.certificates[].number': text,
  'hotsite.dataOfficer.name': { ...text, says: 'Who answers for people’s data (encarregado).' },
  'hotsite.dataOfficer.contact': { ...text, says: 'How to reach them, as a sentence.' },
  'hotsite.cookiesPolicy.days': { whole: true, minimum: 1, maximum: 400 },
  'hotsite.pages.home.lead': { ...text, says: 'One sentence; **bold** marks key figures.' },
  'hotsite.pages.home.title': {
    says: `The name in one or two lines, in a field ${titleFieldWidth} wide.`,
  },
  'hotsite.pages.home.title[].text': text,
  'hotsite.pages.home.title[].left': { minimum: 0, maximum: 500 },
  'hotsite.pages.home.title[].width': { minimum: 20, maximum: titleFieldWidth },
  'hotsite.pages.home.picture.url': picture,
  'hotsite.pages.home.picture.width': atLeastOne,
  'hotsite.pages.home.picture.height': atLeastOne,
  'hotsite.header.icon': picture,
  'hotsite.theme.mascot.name': { ...text, says: 'What texts call the figure that SMILE draws.' },
  'hotsite.theme.motif': { says: 'SMILE draws faces; without it drawings are plain.' },
  'hotsite.pages.home.steps[].picture': picture,
  'hotsite.pages.home.boost.picture': picture,
  'hotsite.pages.home.signUp.picture': picture,
  'hotsite.pages.home.steps[].title': text,
  'hotsite.pages.home.steps[].text': text,
  'hotsite.pages.home.retailers[].name': text,
  'hotsite.pages.home.retailers[].logo': picture,
  'hotsite.pages.home.retailers[].url': link,
  'hotsite.pages.home.retailers[].places[].city': text,
  'hotsite.pages.home.retailers[].places[].state': { pattern: /^[A-Z]{2}$/, example: 'PR' },
  'hotsite.pages.home.retailers[].places[].address': text,
  'hotsite.pages.home.retailers[].places[].position.latitude': {
    says: 'Degrees, in Brazil: from -34 in the south to 6 in the north.',
    minimum: -34,
    maximum: 6,
  },
  'hotsite.pages.home.retailers[].places[].position.longitude': {
    says: 'Degrees, in Brazil: from -74 in the west to -28 in the east.',
    minimum: -74,
    maximum: -28,
  },
  'hotsite.pages.regulations[].text.title': text,
  'hotsite.pages.privacy.title': text,
};

export function ruleOf(path: Path): MemberRule | undefined {
  return memberRules[patternOf(path)];
}

function patternOf(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** The problem of a value under its rule; null when there is none, or when its type is wrong. */
export function breach(
  rule: MemberRule,
  value: unknown,
): { problem: string; remedy: string } | null {
  if (typeof value === 'number') return numberBreach(rule, value);
  if (typeof value !== 'string') return null;
  const { oneOf, pattern, example, notEmpty } = rule;
  if (notEmpty && value.trim() === '') return { problem: 'the text is empty', remedy: 'Write one' };
  if (oneOf && !oneOf.includes(value)) {
    return { problem: `'${value}' is unknown`, remedy: `Use ${oneOf.join(' or ')}` };
  }
  if (pattern && !pattern.test(value)) {
    return { problem: `'${value}' has another form`, remedy: `Write it like ${example}` };
  }
  return null;
}

function numberBreach({ minimum, maximum, whole, money }: MemberRule, value: number) {
  if (whole && !Number.isSafeInteger(value)) {
    return { problem: `${value} is no whole number`, remedy: 'Use a whole number' };
  }
  if (minimum !== undefined && value < minimum) {
    return { problem: `${value} is too small`, remedy: `Use ${minimum} or more` };
  }
  if (maximum !== undefined && value > maximum) {
    return { problem: `${value} is too large`, remedy: `Use ${maximum} or less` };
  }
  if (money && Math.abs(Math.round(value * 100) / 100 - value) > 1e-9) {
    return { problem: `${value} has more than two decimals`, remedy: 'Round it to centavos' };
  }
  return null;
}
