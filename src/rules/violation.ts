/** Codes of refused values; `messages.ts` has the sentence of each. */
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
  | 'PAYMENT_KEY'
  | 'MONEY'
  | 'TOTAL_MINIMUM'
  | 'LINES_TOTAL'
  | 'QUANTITY'
  | 'DATE_BEFORE_CAMPAIGN'
  | 'DATE_AFTER_TODAY'
  | 'IDENTIFIER'
  | 'ACCESS_KEY'
  | 'FILE_TYPE'
  | 'FILE_SIZE'
  | 'FILE_BROKEN'
  | 'FILE_ENCRYPTED'
  | 'DUPLICATE_DOCUMENT'
  | 'DUPLICATE_EMAIL'
  | 'DUPLICATE_RECEIPT';

/** Under its wire name, as `error.fields` of an answer lists it. */
export interface FieldViolation {
  field: string;
  violation: Violation;
}

/** One field and what its check said. */
export type FieldCheck = readonly [field: string, violation: Violation | null];

/** The refused fields, in the order of the checks. */
export function fieldViolations(checks: readonly FieldCheck[]): FieldViolation[] {
  return checks.flatMap(([field, violation]) => (violation ? { field, violation } : []));
}

/** Blanks alone count as empty. */
export function checkRequired(text: string | null | undefined): Violation | null {
  return text?.trim() ? null : 'REQUIRED';
}

/** A line of a form: names, streets and banks are shorter. In characters. */
const longestLine = 200;

export function checkLength(text: string | null | undefined): Violation | null {
  return (text?.length ?? 0) > longestLine ? 'LONG' : null;
}

/** A line that must be filled in. */
export function checkLine(text: string | null | undefined): Violation | null {
  return checkRequired(text) ?? checkLength(text);
}
