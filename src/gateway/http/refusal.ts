import { type OwnReceipt, REFUSAL_STATUS, type RefusalCode } from '../../contract/refusal.ts';
import { refusalMessage } from '../../rules/messages.ts';

/** One refused field: its wire name and the sentence shown beside it. */
export interface RefusedField {
  field: string;
  message: string;
}

/** Marks refusals; no JSON can hold it, so no caller can send one. */
const refusal = Symbol('refusal');

/** An expected "no" to a call, as data; `errorAnswer` turns it into a response. */
export interface Refusal {
  readonly [refusal]: true;
  readonly code: RefusalCode;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly RefusedField[];
  /** The caller's own receipt that was sent again. */
  readonly duplicateOf: OwnReceipt | null;
  /** Seconds after which the same call may work. */
  readonly retryAfter: number | null;
}

/** Refuses a call; without a message the usual sentence of the code is said. */
export function refuse(
  code: RefusalCode,
  details: {
    message?: string;
    fields?: readonly RefusedField[];
    duplicateOf?: OwnReceipt | null;
    retryAfter?: number;
  } = {},
): Refusal {
  return {
    [refusal]: true,
    code,
    status: REFUSAL_STATUS[code],
    message: details.message ?? refusalMessage(code),
    fields: details.fields ?? [],
    duplicateOf: details.duplicateOf ?? null,
    retryAfter: details.retryAfter ?? null,
  };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && refusal in value;
}
