/** Codes of refused values in any form; `field-messages.ts` has their sentences. */
export type Violation =
  | 'REQUIRED'
  | 'NAME'
  | 'EMAIL'
  | 'PASSWORD_LENGTH'
  | 'PASSWORD_LONG'
  | 'PASSWORD_LOWERCASE'
  | 'PASSWORD_UPPERCASE'
  | 'CPF'
  | 'CNPJ'
  | 'PHONE'
  | 'DATE'
  | 'UNDER_AGE'
  | 'SPECIAL_CHARACTERS'
  | 'LONG'
  | 'OPTION'
  | 'STATE'
  | 'POSTCODE'
  | 'PAYMENT_KEY';

/** Adds the codes of a receipt's own fields and file; `receipt-messages.ts` has their sentences. */
export type ReceiptViolation =
  | Violation
  | 'MONEY'
  | 'TOTAL_MINIMUM'
  | 'LINES_TOTAL'
  | 'QUANTITY'
  | 'DATE_BEFORE_CAMPAIGN'
  | 'DATE_AFTER_TODAY'
  | 'IDENTIFIER'
  | 'ACCESS_KEY'
  | 'ACCESS_KEY_MODEL'
  | 'FILE_TYPE'
  | 'FILE_SIZE'
  | 'FILE_BROKEN'
  | 'FILE_GONE'
  | 'FILE_ENDED_PAGE'
  | 'FILE_ENCRYPTED';

/** `field` is the wire name, as listed in an answer's `error.fields`. */
export interface FieldViolation<Code = Violation> {
  field: string;
  violation: Code;
}

/** The same in words, as a form shows it beside the field. */
export interface FieldMessage {
  field: string;
  message: string;
}

export type FieldCheck<Code = Violation> = readonly [field: string, violation: Code | null];

export function fieldViolations<Code extends ReceiptViolation>(
  checks: readonly FieldCheck<Code>[],
): FieldViolation<Code>[] {
  return checks.flatMap(([field, violation]) => (violation ? { field, violation } : []));
}

export function checkRequired(text: string | null | undefined): Violation | null {
  return text?.trim() ? null : 'REQUIRED';
}

const maxLineLength = 200;

export function checkLength(text: string | null | undefined): Violation | null {
  return (text?.length ?? 0) > maxLineLength ? 'LONG' : null;
}

export function checkLine(text: string | null | undefined): Violation | null {
  return checkRequired(text) ?? checkLength(text);
}
