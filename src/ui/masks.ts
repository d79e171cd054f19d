import { normalisePhone } from '../rules/people/person-fields.ts';

export interface Mask {
  readonly inputMode: 'numeric' | 'decimal' | 'tel' | 'text';
  /** Formats partial text as the beginning of the complete text, which the caret relies on. */
  format(text: string): string;
  /** Applied when the field is left. */
  complete?(text: string): string;
}

/** Writes a dot or dash only once a character follows it. */
function fill(pattern: string, characters: string): string {
  let filled = '';
  let next = 0;
  for (const character of pattern) {
    if (next >= characters.length) break;
    filled += character === '0' ? characters[next++] : character;
  }
  return filled;
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function digitMask(pattern: string): Mask {
  return { inputMode: 'numeric', format: (text) => fill(pattern, digits(text)) };
}

export const cpfMask = digitMask('000.000.000-00');

/** Takes letters too, since July 2026 (IN RFB 2.229/2024). */
export const cnpjMask: Mask = {
  inputMode: 'text',
  format(text) {
    // The word is copied along with the number; typed on its own, these are letters of a number.
    const number = text.replace(/^\s*cnpj[:\s]+/i, '').replaceAll(/[^\da-z]/gi, '');
    return fill('00.000.000/0000-00', number.toUpperCase());
  },
};

/** A hint, since the error message only says that the number is wrong. */
export const phoneHint = 'Com DDD e 9 dígitos';

/** Two surplus digits stay visible, so that the user finds the typing error. */
const mobilePattern = '(00) 00000-000000';

/** Drops our country code once the number is complete. */
export const phoneMask: Mask = {
  inputMode: 'tel',
  format(text) {
    const number = normalisePhone(text.replaceAll(/[^\d+]/g, ''));
    if (number.startsWith('+')) return number;
    // A landline's number begins with 2 to 5, and has eight digits.
    const isLandline = /^\d\d[2-5]\d{0,7}$/.test(number);
    return fill(isLandline ? '(00) 0000-0000' : mobilePattern, number);
  },
};

export const postalCodeMask = digitMask('00000-000');

/** dd/MM/yyyy with zeros added; turns yyyy-MM-dd, which browsers fill in. */
export const dateMask: Mask = {
  inputMode: 'numeric',
  format(text) {
    const turned = text.replace(/(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1');
    const padded = turned.replaceAll(/\b\d(?=[/.-])/g, '0$&');
    return fill('00/00/0000', digits(padded));
  },
};
