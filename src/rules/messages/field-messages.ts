import type { FieldViolation, Violation } from '../violation.ts';

/** A form's later script did not come: there is no connection, or a newer site has other scripts. */
export const scriptMissing =
  'Não foi possível enviar. Confira a sua internet, recarregue a página e preencha o que faltar.';

/** For any form's fields; `receipt-messages.ts` has those of a receipt's own. */
const violations: Readonly<Record<Violation, string>> = {
  REQUIRED: 'Campo obrigatório',
  NAME: 'Não são permitidos números ou carateres especiais',
  EMAIL: 'Email inválido',
  PASSWORD_LENGTH: 'A senha deve ter no mínimo 6 caracteres',
  PASSWORD_LONG: 'A senha deve ter no máximo 1000 caracteres',
  PASSWORD_LOWERCASE: 'A senha deve ter no mínimo uma letra minúscula',
  PASSWORD_UPPERCASE: 'A senha deve ter no mínimo uma letra maiúscula',
  CPF: 'CPF Inválido',
  CNPJ: 'CNPJ Inválido',
  PHONE: 'Celular Inválido',
  DATE: 'Data inválida',
  UNDER_AGE: 'Você deve ser maior de 18 anos',
  SPECIAL_CHARACTERS: 'Não é permitido caratéres especiais',
  LONG: 'O texto deve ter no máximo 200 caracteres',
  OPTION: 'Opção inválida',
  STATE: 'Estado não participante da promoção',
  POSTCODE: 'CEP inválido',
  PAYMENT_KEY: 'Chave inválida',
};

export function violationMessage(violation: Violation): string {
  return violations[violation];
}

export function violationMessages(found: readonly FieldViolation[]): Record<string, string> {
  return Object.fromEntries(
    found.map(({ field, violation }) => [field, violationMessage(violation)]),
  );
}
