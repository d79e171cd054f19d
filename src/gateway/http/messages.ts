import type { FailureCode } from '../../contract/errors.ts';

/** What an answer says of a failure; the page adds the code (specification, section 8). */
export const FAILURE_MESSAGES: Record<FailureCode, string> = {
  INTERNAL_ERROR: 'Ocorreu algum erro interno, entre com contato com o suporte.',
  UNAVAILABLE: 'Sistema indisponível no momento, entre com contato com o suporte.',
};

/** What is wrong with a body before any rule is asked. */
export const BODY_MESSAGES = {
  unknownField: 'Campo desconhecido',
  wrongType: 'Valor inválido',
  notJson: 'Os dados enviados não são um JSON válido',
  wrongMediaType: 'Os dados devem ser enviados em JSON',
  longForm: 'Os dados enviados são longos demais',
  wrongKey: 'Idempotency-Key inválida',
} as const;
