import type { AdditionalField, Campaign } from '../../../contract/campaign.ts';
import { environment, type SiteProps } from '../../../environment.ts';
import { formatDate, parseBrazilianDate } from '../../../rules/dates.ts';
import { fieldLabel } from '../../../rules/messages/labels.ts';
import {
  keyConflictMessage,
  receiptViolationMessage,
} from '../../../rules/messages/receipt-messages.ts';
import { formatMoney, fromCentavos, parseMoney } from '../../../rules/money.ts';
import { additionalFieldsFor, friendPhoneField } from '../../../rules/people/campaign-fields.ts';
import { isCnpj, normaliseDocument } from '../../../rules/people/cpf-cnpj.ts';
import { normalisePhone } from '../../../rules/people/person-fields.ts';
import { isPartialKey } from '../../../rules/receipts/access-key.ts';
import {
  checkTypedTotal,
  type PlaceholderProducts,
  productLines,
  type ReceiptInput,
  receiptRules,
  receiptViolations,
} from '../../../rules/receipts/receipt-fields.ts';
import {
  formatIdentifier,
  keyConflicts,
  normaliseIdentifier,
} from '../../../rules/receipts/receipt-identity.ts';
import { luckyNumbersByRules } from '../../../rules/rewards/numbers-earned.ts';
import { checkRequired } from '../../../rules/violation.ts';
import type { Errors, Labels, Values } from '../../../ui/form.ts';
import type { Mask } from '../../../ui/masks.ts';
import { type ReadableField, type ReadFields, readableFields } from '../file/reading.ts';
import type { ReceiptContent } from '../receipt-storage.ts';

type CampaignSite = Pick<SiteProps, 'campaign' | 'hotsite'>;

/** The question's own name in the form; on the wire its answer is a product line. */
export const acceleratorField = 'accelerator';

export const printedFields = readableFields.filter((name) => name !== acceleratorField);

export function addedReceiptFields({ additionalFields }: Campaign): AdditionalField[] {
  return additionalFieldsFor('COUPON', additionalFields);
}

export function receiptLabels({ campaign, hotsite }: CampaignSite): Labels {
  return {
    ...Object.fromEntries(printedFields.map((name) => [name, fieldLabel(name)])),
    ...(hotsite.accelerator && { [acceleratorField]: hotsite.accelerator.label }),
    ...Object.fromEntries(addedReceiptFields(campaign).map(({ key, label }) => [key, label])),
  };
}

export function validateReceipt(
  values: Values,
  { campaign, hotsite }: CampaignSite,
  now: Date,
): Errors {
  const rules = receiptRules(campaign);
  const violations = new Map(
    receiptViolations(receiptOf(values), rules, now).map(({ field, violation }) => [
      field,
      violation,
    ]),
  );
  const { totalAmount = '' } = values;
  const typedTotal = checkTypedTotal(totalAmount, rules.minimumTotal);
  if (typedTotal) violations.set('totalAmount', typedTotal);
  const answerViolation = hotsite.accelerator ? checkRequired(values[acceleratorField]) : null;
  if (answerViolation) violations.set(acceleratorField, answerViolation);
  return Object.fromEntries(
    Array.from(violations, ([field, violation]) => [
      field,
      receiptViolationMessage(violation, rules),
    ]),
  );
}

/** Conflicts between the access key and fields that are valid by themselves; nothing is refused. */
export function keyDoubts(values: Values): Partial<Record<ReadableField, string>> {
  const { purchaseDate = '' } = values;
  const receipt = receiptOf(values);
  const statesFact = {
    MONTH: parseBrazilianDate(purchaseDate) !== null,
    CNPJ: isCnpj(receipt.cnpj),
  };
  return Object.fromEntries(
    keyConflicts(receipt)
      .filter((conflict) => statesFact[conflict])
      .map((conflict) => [conflictFields[conflict], keyConflictMessage(conflict)]),
  );
}

const conflictFields = { MONTH: 'purchaseDate', CNPJ: 'cnpj' } as const;

/**
 * Whether what was read fails validation, such as a day before the promotion, and the user has not
 * corrected it in the fields (`values`).
 */
export function isReadingInvalid(read: ReadFields, values: Values = {}): boolean {
  const names = readableFields.filter((name) => read[name]);
  if (names.length === 0) return false;
  const { site, now } = environment();
  const isInvalid = (texts: Values) => {
    const errors = validateReceipt(texts, site, now());
    return names.some((name) => errors[name]);
  };
  const current = Object.fromEntries(
    names.map((name) => [name, values[name] || (read[name] ?? '')]),
  );
  return isInvalid(read) && isInvalid(current);
}

/** Sentence beside a field whose value differs from the tax office's; null if it agrees. */
export function officeDoubt(
  name: ReadableField,
  values: Values,
  officeValues: Values,
): string | null {
  const registered = officeValues[name];
  if (!registered || !values[name] || values[name] === registered) return null;
  if (name !== acceleratorField) return `Na Sefaz, esta nota tem ${registered}. Confira aqui`;
  return `Na Sefaz, esta nota ${registered === 'yes' ? 'tem' : 'não tem'} este produto. Confira sua resposta`;
}

/** What is doubtful about a field: against the tax office, or else against the access key. */
export function fieldDoubt(
  name: ReadableField,
  values: Values,
  officeValues: Values,
): string | null {
  return officeDoubt(name, values, officeValues) ?? keyDoubts(values)[name] ?? null;
}

export function doubtText(values: Values, officeValues: Values): string | null {
  const names = readableFields.filter((name) => fieldDoubt(name, values, officeValues));
  const [name] = names;
  if (!name) return null;
  return names.length > 1 ? 'Confira os campos marcados' : `Confira ${fieldsToCheck[name]}`;
}

const fieldsToCheck: Readonly<Record<ReadableField, string>> = {
  identifier: 'o código da nota',
  purchaseDate: 'a data da compra',
  cnpj: 'o CNPJ',
  totalAmount: 'o valor total',
  accelerator: 'sua resposta',
};

const cnpjRootLength = 8;

/** 'R$ 54,90 em 21/11/2026 na Bom Vizinho': the known facts of a purchase, in one line. */
export function purchaseText(values: Values, { shops }: Pick<SiteProps, 'shops'>): string {
  const { cnpj, total } = receiptOf(values);
  const day = parseBrazilianDate(values.purchaseDate ?? '');
  const shop =
    shops?.[cnpj.slice(0, cnpjRootLength)] ?? (isCnpj(cnpj) && `na loja de CNPJ ${values.cnpj}`);
  const isShopAlone = total === null && !day;
  return [
    isShopAlone && shop && 'Compra',
    total !== null && formatMoney(total),
    day && `em ${formatDate(day)}`,
    shop,
  ]
    .filter(Boolean)
    .join(' ');
}

/** How many numbers the receipt may earn; empty if more than these fields decides it. */
export function possibleNumberCounts(
  values: Values,
  { campaign, hotsite }: CampaignSite,
): number[] {
  const { total, identifier } = receiptOf(values);
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  if (isCountUnsure(draws) || total === null || isPartialKey(identifier)) return [];
  const rules = draws.flatMap(({ details }) => details.rules);
  const answer = values[acceleratorField];
  const answers = hotsite.accelerator && !answer ? ['no', 'yes'] : [answer];
  const counts = answers.map((value) => {
    const lines = productLines(total, value === 'yes', sampleIds).map((line) => ({
      ...line,
      bonusGenerator: line.campaignProductId === sampleIds.acceleratorProductId,
    }));
    const { regular, bonus } = luckyNumbersByRules(lines, rules, { cumulative: false, carried: 0 });
    return regular + bonus;
  });
  return counts.includes(0) ? [] : [...new Set(counts)];
}

const sampleIds = { regularProductId: 'regular', acceleratorProductId: 'accelerator' };

function isCountUnsure(draws: Campaign['engines']): boolean {
  return draws.some((draw) => draw.cumulative || draw.excludedConsumerTypes?.length);
}

export function receiptBody(
  values: Values,
  { campaign, products }: Pick<SiteProps, 'campaign' | 'products'>,
): ReceiptContent {
  const { identifier, cnpj, purchaseDate, total } = receiptOf(values);
  const lines = productLines(
    total ?? 0,
    values[acceleratorField] === 'yes',
    placeholdersIn(products),
  );
  return {
    identifier,
    cnpj,
    purchaseDate,
    totalAmount: fromCentavos(total ?? 0),
    products: lines.map((line) => ({ ...line, unitaryValue: fromCentavos(line.unitaryValue) })),
    additionalFields: addedReceiptFields(campaign).flatMap(({ id, key }) => {
      const typed = values[key]?.trim() ?? '';
      const value = key === friendPhoneField ? normalisePhone(typed) : typed;
      return value ? [{ campaignAdditionalFieldId: id, value }] : [];
    }),
  };
}

function receiptOf(values: Values): ReceiptInput {
  const { identifier = '', purchaseDate = '', cnpj = '', totalAmount = '' } = values;
  return {
    identifier: normaliseIdentifier(identifier),
    purchaseDate: parseBrazilianDate(purchaseDate) ?? purchaseDate,
    cnpj: normaliseDocument(cnpj),
    total: parseMoney(totalAmount),
    additionalFields: values,
  };
}

function placeholdersIn(products: SiteProps['products']): PlaceholderProducts {
  const regular = products.find(({ bonusGenerator }) => !bonusGenerator);
  const bonus = products.find(({ bonusGenerator }) => bonusGenerator);
  if (!regular || !bonus) throw new Error('The campaign lacks its placeholder products');
  return { regularProductId: regular.id, acceleratorProductId: bonus.id };
}

/** Letters are possible, so not a numeric keyboard. */
export const identifierMask: Mask = { inputMode: 'text', format: formatIdentifier };
