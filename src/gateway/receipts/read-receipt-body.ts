import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import type { ReceiptBody } from '../../contract/receipts.ts';
import { type ParameterCode, parameter } from '../../rules/campaign/parameters.ts';
import { toCentavos } from '../../rules/money.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { fiscalNumber, shopOf } from '../../rules/receipts/fiscal-number.ts';
import {
  acceleratorCentavos,
  checkLines,
  checkQuantity,
  maxAmountCentavos,
  type ReceiptRules,
  receiptViolations,
} from '../../rules/receipts/receipt-fields.ts';
import { duplicateKeyOf, keyConflicts } from '../../rules/receipts/receipt-identity.ts';
import {
  type FieldViolation,
  fieldViolations,
  type ReceiptViolation,
} from '../../rules/violation.ts';
import { readAnswers, valuesByKey } from '../consumers/additional-answers.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { ReceiptToInsert } from './queries.ts';

type ReceiptFields = 'identifier' | 'cnpj' | 'purchaseDate' | 'totalCentavos';

type DerivedFields = 'duplicateKey' | 'fiscalNumber' | 'shop' | 'lines' | 'additionalFields';

export interface CheckedReceipt extends Pick<ReceiptToInsert, ReceiptFields | DerivedFields> {
  hasKeyConflict: boolean;
}

/** Repeats the checks of the page, which we cannot trust. @returns wrong fields in form order */
export function readReceiptBody(
  body: ReceiptBody,
  context: {
    consumer: ConsumerRecord;
    snapshot: CampaignSnapshot;
    rules: ReceiptRules;
    now: Date;
  },
): { receipt: CheckedReceipt; violations: FieldViolation<ReceiptViolation>[] } {
  const { consumer, snapshot, rules, now } = context;
  const total = centavosOf(body.totalAmount);
  const answers = readAnswers(
    body.additionalFields ?? [],
    snapshot.campaign.additionalFields,
    'COUPON',
  );
  const fields = {
    identifier: normaliseDocument(body.identifier),
    cnpj: normaliseDocument(body.cnpj),
    purchaseDate: body.purchaseDate,
  };
  const receipt = {
    ...fields,
    duplicateKey: duplicateKeyOf(fields),
    fiscalNumber: fiscalNumber(fields),
    shop: shopOf(fields),
    hasKeyConflict: keyConflicts(fields).length > 0,
    totalCentavos: total ?? 0,
    lines: readLines(body, snapshot),
    additionalFields: answers.fields,
  };
  const additionalFields = valuesByKey(answers.fields);
  return {
    receipt,
    violations: [
      ...receiptViolations({ ...receipt, total, additionalFields }, rules, now),
      ...fieldViolations([
        ['additionalFields', answers.violation],
        ['products', total === null ? null : checkProducts(receipt, snapshot)],
        ['customerDocument', checkOwner(body.customerDocument, consumer)],
      ]),
    ],
  };
}

/** An unreadable amount becomes NaN, which the checks refuse. */
function readLines({ products }: ReceiptBody, snapshot: CampaignSnapshot): CheckedReceipt['lines'] {
  return products.map(({ quantity, unitaryValue, campaignProductId }) => {
    const product = findById(snapshot.products, campaignProductId);
    return {
      quantity,
      unitaryValue: (product && centavosOf(unitaryValue)) ?? Number.NaN,
      campaignProductId,
      bonusGenerator: product?.bonusGenerator === true,
    };
  });
}

function centavosOf(amount: number): number | null {
  const centavos = toCentavos(amount);
  return centavos === null || Math.abs(centavos) > maxAmountCentavos ? null : centavos;
}

function checkProducts(
  { lines, totalCentavos }: CheckedReceipt,
  { campaign }: CampaignSnapshot,
): ReceiptViolation | null {
  const accelerated = lines.filter(({ bonusGenerator }) => bonusGenerator);
  if (accelerated.some(({ unitaryValue }) => unitaryValue !== acceleratorCentavos)) {
    return 'LINES_TOTAL';
  }
  const bound = (code: ParameterCode) => {
    const value = parameter(campaign, code);
    return value === null ? null : Number(value);
  };
  return (
    checkLines(lines, totalCentavos) ??
    checkQuantity(lines, {
      minimum: bound('PRODUCT_MIN_QTD_SUM_TOTAL'),
      maximum: bound('PRODUCT_MAX_QTD_SUM_TOTAL'),
    })
  );
}

function checkOwner(
  document: string,
  { document: own, type }: ConsumerRecord,
): ReceiptViolation | null {
  if (normaliseDocument(document) === own) return null;
  return type === 'CORPORATE' ? 'CNPJ' : 'CPF';
}
