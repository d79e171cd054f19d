/** A valid CPF whose first nine digits are given: each check digit weighs the ones before it. */
export function cpfDigits(firstNine: number): string {
  const digits = [...String(firstNine).padStart(9, '0')].map(Number);
  for (let length = 9; length < 11; length += 1) {
    const sum = digits.reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    const rest = sum % 11;
    digits.push(rest < 2 ? 0 : 11 - rest);
  }
  return digits.join('');
}
