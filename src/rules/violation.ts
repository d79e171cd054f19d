/** Why a value of a form or of a request is refused; `messages.ts` has the sentence of each. */
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

/** A refused field under its wire name, as `error.fields` of an answer lists them. */
export interface FieldViolation {
  field: string;
  violation: Violation;
}

/** One field and what its check said. */
export type FieldCheck = readonly [field: string, violation: Violation | null];

/** Keeps the refused fields, in the order of the checks. */
export function fieldViolations(checks: readonly FieldCheck[]): FieldViolation[] {
  return checks.flatMap(([field, violation]) => (violation ? { field, violation } : []));
}

/** VAL-01: an empty field, or one of blanks alone, is a missing one. */
export function checkRequired(text: string | null | undefined): Violation | null {
  return text?.trim() ? null : 'REQUIRED';
}

/** Characters of what fits one line of a form: nobody's name, street or bank has more. */
const longestLine = 200;

export function checkLength(text: string | null | undefined): Violation | null {
  return (text?.length ?? 0) > longestLine ? 'LONG' : null;
}

/** A line that must be filled in. */
export function checkLine(text: string | null | undefined): Violation | null {
  return checkRequired(text) ?? checkLength(text);
}
