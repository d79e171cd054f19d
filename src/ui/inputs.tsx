import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import {
  type CampaignField,
  friendEmailField,
  friendPhoneField,
  stateField,
} from '../rules/people/campaign-fields.ts';
import { type BoundFieldProps, Field, useField } from './field.tsx';
import type { FormStore } from './form.ts';
import { type Mask, phoneMask } from './masks.ts';

export interface TypedFieldProps extends BoundFieldProps {
  mask?: Mask;
  autoComplete?: string;
  optional?: boolean;
  mark?: ReactNode;
}

export interface TextFieldProps extends TypedFieldProps {
  type?: 'text' | 'email' | 'tel';
  maxLength?: number;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  enterKeyHint?: 'next';
  placeholder?: string;
  readOnly?: boolean;
  /** Where fields with one label stand beside each other: the label, and what it is about. */
  'aria-label'?: string;
}

export function TextField({
  form,
  name,
  label,
  hint,
  mark,
  mask,
  optional,
  ...input
}: TextFieldProps) {
  const { control, ...field } = useField<HTMLInputElement>({ form, name, label, hint }, mask);
  return (
    <Field {...field} mark={mark} optional={optional}>
      <input
        type="text"
        placeholder=" "
        required={!optional}
        inputMode={mask?.inputMode}
        {...input}
        {...control}
      />
    </Field>
  );
}

type InputField = Omit<CampaignField, 'target'>;

/** The fields that a campaign adds. */
export function AdditionalFields({
  form,
  fields,
}: {
  form: FormStore;
  fields: readonly InputField[];
}) {
  return fields.map((field) => <OneField key={field.key} form={form} field={field} />);
}

function OneField({ form, field }: { form: FormStore; field: InputField }) {
  const { key: name, required, options } = field;
  const shared = { form, name, optional: !required };
  if (options.length > 0) {
    const choices = options.map((option) => ({ value: option, label: option }));
    const autoComplete = name === stateField ? 'address-level1' : undefined;
    return <SelectField {...shared} options={choices} autoComplete={autoComplete} />;
  }
  // A friend's email: browsers would fill in the user's own.
  if (name === friendEmailField) return <TextField {...shared} type="email" autoComplete="off" />;
  if (name === friendPhoneField) {
    return <TextField {...shared} type="tel" mask={phoneMask} autoComplete="off" />;
  }
  return <TextField {...shared} />;
}

interface SelectFieldProps extends Pick<BoundFieldProps, 'form' | 'name'> {
  options: readonly { value: string; label: string }[];
  empty?: string;
  autoComplete?: string | undefined;
  optional?: boolean;
}

export function SelectField({
  form,
  name,
  options,
  empty = 'Escolha',
  optional,
  autoComplete,
}: SelectFieldProps) {
  const { control, ...field } = useField<HTMLSelectElement>({ form, name });
  return (
    <Field {...field} optional={optional}>
      <select required={!optional} autoComplete={autoComplete} {...control}>
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Stands under the label of a new password before anything is typed. */
export const passwordHint = 'Mínimo de 6 caracteres, com letra minúscula e maiúscula';

interface PasswordFieldProps extends BoundFieldProps {
  autoComplete: 'new-password' | 'current-password';
}

/** Can be pasted into, filled by password managers, and shown (ASVS 6.2.6 to 6.2.9). */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const { control, ...field } = useField<HTMLInputElement>(props);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field {...field}>
      <span className="password-field">
        <input
          type={isVisible ? 'text' : 'password'}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck="false"
          {...control}
        />
        <button type="button" onClick={() => setVisible(!isVisible)}>
          {isVisible ? 'Ocultar' : 'Mostrar'}
          <span className="visually-hidden">{` ${field.label.toLowerCase()}`}</span>
        </button>
      </span>
    </Field>
  );
}
