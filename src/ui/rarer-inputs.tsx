import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { formatAmount, parseMoney } from '../rules/money.ts';
import { AddressFields, type AddressFieldsProps } from './address-fields.tsx';
import { Field, fieldId, useField } from './field.tsx';
import type { FormStore } from './form.ts';
import { TextField, type TextFieldProps, type TypedFieldProps } from './inputs.tsx';
import type { Mask } from './masks.ts';

// Not in inputs.tsx, of which the home page gets all.

/** Adds separators only when the text is complete, on leaving the field. */
export const moneyMask: Mask = {
  inputMode: 'decimal',
  format: (text) => text.replaceAll(/[^\d.,]/g, ''),
  complete(text) {
    const centavos = parseMoney(text);
    return centavos === null ? text : formatAmount(centavos);
  },
};

interface AmountFieldProps
  extends Pick<TextFieldProps, 'form' | 'name' | 'label' | 'placeholder' | 'aria-label'> {
  hint?: TextFieldProps['hint'];
  /** Says that the amount was read from a receipt. */
  mark?: ReactNode;
}

export function AmountField(props: AmountFieldProps) {
  return <TextField {...props} mask={moneyMask} autoComplete="off" />;
}

interface TextAreaFieldProps extends TypedFieldProps {
  rows?: number;
}

export function TextAreaField({ rows = 4, ...props }: TextAreaFieldProps) {
  const { control, ...field } = useField<HTMLTextAreaElement>(props, props.mask);
  const { autoComplete, mark, optional } = props;
  const attributes = { rows, autoComplete, required: !optional };
  return (
    <Field {...field} mark={mark} optional={optional}>
      <textarea {...attributes} {...control} />
    </Field>
  );
}

/** An address for prizes: street and city of the postal code are text, its district is a field. */
export function DeliveryAddress({ form, lookUp }: Omit<AddressFieldsProps, 'summary'>) {
  return <AddressFields form={form} lookUp={lookUp} summary={FoundPlace} />;
}

function FoundPlace({ form, hasStreet }: { form: FormStore; hasStreet: boolean }) {
  const values = useStore(form.$values);
  // A user who went on while the postal code was looked up was in a field that is now text.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const next = hasStreet ? 'address.number' : 'address.street';
    document.getElementById(fieldId(form, next))?.focus();
  }, [form, hasStreet]);
  return (
    <div className="found-address">
      {hasStreet && <p>{values['address.street']}</p>}
      <p>
        {values['address.city']} - {values['address.state']}
      </p>
    </div>
  );
}
