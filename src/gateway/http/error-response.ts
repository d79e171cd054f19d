import type { FailureCode, OwnReceipt } from '../../contract/errors.ts';
import type { ApiError, RefusedField } from './api-error.ts';

const FAILURE_MESSAGES: Record<FailureCode, string> = {
  INTERNAL_ERROR: 'Ocorreu algum erro interno, entre com contato com o suporte.',
  UNAVAILABLE: 'Sistema indisponível no momento, entre com contato com o suporte.',
};

const FAILURE_STATUS: Record<FailureCode, number> = { INTERNAL_ERROR: 500, UNAVAILABLE: 503 };

const RETRY_SECONDS = 2;

export function errorResponse(error: ApiError): Response {
  return problemResponse(error, error.retryAfter);
}

export function failureResponse(code: FailureCode): Response {
  return problemResponse(
    { status: FAILURE_STATUS[code], code, message: FAILURE_MESSAGES[code], fields: [] },
    code === 'UNAVAILABLE' ? RETRY_SECONDS : null,
  );
}

interface Problem {
  status: number;
  code: string;
  message: string;
  fields: readonly RefusedField[];
  duplicateOf?: OwnReceipt | null;
}

function problemResponse(problem: Problem, retryAfter: number | null): Response {
  const { status, code, message, fields, duplicateOf } = problem;
  const error = { code, message, fields, ...(duplicateOf && { duplicateOf }) };
  const text = JSON.stringify({ statusCode: status, error });
  const headers = new Headers({ 'content-type': 'application/json' });
  // Keeps the compression middleware from compressing a short body.
  headers.set('content-length', String(Buffer.byteLength(text)));
  if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  return new Response(text, { status, headers });
}
