import type { ConsumerType } from '../../rules/parameters.ts';
import type { SignUpValues } from './sign-up-values.ts';

/** Fields of their own, so that the choice between person and company loses nothing typed. */
const companyFields: Readonly<Record<string, string>> = {
  name: 'companyName',
  document: 'companyDocument',
};

/** What a field of the wire is called in the form. */
export function formField(type: ConsumerType, field: string): string {
  return type === 'CORPORATE' ? (companyFields[field] ?? field) : field;
}

/** What was typed for one type, by wire name. */
export function wireValues(type: ConsumerType, values: SignUpValues): SignUpValues {
  const own = Object.keys(companyFields).map((field) => [
    field,
    values[formField(type, field)] ?? '',
  ]);
  return { ...values, ...Object.fromEntries(own) };
}
