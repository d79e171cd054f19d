import { randomInt } from 'node:crypto';
import { cpfDigits } from './cpf.ts';

/** What a person who has never taken part would type. */
export interface Person {
  readonly name: string;
  readonly document: string;
  readonly state: string;
  readonly birthDate: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
}

/** A new adult of Paraná, with a valid and unused CPF. */
export function newPerson(): Person {
  const number = randomInt(100_000_000, 999_999_999);
  return {
    name: "Ana Clara D'Ávila",
    document: cpfDigits(number),
    state: 'PR',
    birthDate: '07/03/1990',
    phone: `(41) 9${String(number).slice(0, 4)}-${String(number).slice(4, 8)}`,
    email: `ana.${number}@exemplo.com.br`,
    password: 'Segredo1',
  };
}
