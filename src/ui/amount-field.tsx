import { formatAmount, parseMoney } from '../rules/money.ts';
import { TextField, type TextFieldProps } from './inputs.tsx';
import type { Mask } from './masks.ts';

/** Adds separators only when the text is complete, on leaving the field. */
export const moneyMask: Mask = {
  inputMode: 'decimal',
  format: (text) => text.replaceAll(/[^\d.,]/g, ''),
  complete(text) {
    const centavos = parseMoney(text);
    return centavos === null ? text : formatAmount(centavos);
  },
};

interface AmountFieldProps extends Pick<TextFieldProps, 'form' | 'name' | 'label' | 'aria-label'> {
  hint?: TextFieldProps['hint'];
  /** Says that the amount was read from a receipt. */
  mark?: string | undefined;
}

export function AmountField(props: AmountFieldProps) {
  return <TextField {...props} mask={moneyMask} autoComplete="off" />;
}
