/**
 * Modulo 11 check digit with weights 2 to 9 repeating from the right; a character counts as its
 * ASCII code minus 48, so letters of an alphanumeric CNPJ weigh too.
 * The digit of the access key (MOC, Anexo I); a CNPJ's two are made the same way.
 * @returns 0 to 9; remainders 0 and 1 give 0.
 */
export function checkDigit(text: string): number {
  let sum = 0;
  let weight = 2;
  for (let position = text.length - 1; position >= 0; position -= 1) {
    sum += (text.charCodeAt(position) - 48) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
