import type { ReactNode } from 'react';
import { formatAmount, parseMoney } from '../rules/money.ts';
import { Field, useField } from './field.tsx';
import { TextField, type TextFieldProps, type TypedFieldProps } from './inputs.tsx';
import type { Mask } from './masks.ts';

// Not in inputs.tsx, all of which the home page loads.

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

interface TextAreaFieldProps extends TypedFieldProps, Pick<TextFieldProps, 'enterKeyHint'> {
  rows?: number;
}

export function TextAreaField({ rows = 4, ...props }: TextAreaFieldProps) {
  const { control, ...field } = useField<HTMLTextAreaElement>(props, props.mask);
  const { autoComplete, enterKeyHint, mark, optional } = props;
  const attributes = { rows, autoComplete, enterKeyHint, required: !optional };
  return (
    <Field {...field} mark={mark} optional={optional}>
      <textarea {...attributes} {...control} />
    </Field>
  );
}
