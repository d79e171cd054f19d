/**
 * @param status HTTP status; null when no answer came.
 * @param code error.code of the answer, or the code of a failure without an answer.
 */
export function failureSentence(status: number | null, code?: string | null): string {
  const reference = code || status;
  const suffix = reference ? ` (Cód.: ${reference})` : '';
  if (status === 502 || status === 503) {
    return `Sistema indisponível no momento, entre com contato com o suporte.${suffix}`;
  }
  return status !== null && status >= 500
    ? `Ocorreu algum erro interno, entre com contato com o suporte.${suffix}`
    : `Ocorreu algum erro desconhecido, entre com contato com o suporte.${suffix}`;
}
