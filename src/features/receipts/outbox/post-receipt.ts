import { call } from '../../../client/call.ts';
import { readSubject } from '../../../client/credentials.ts';
import { storeInclusionPromise } from '../../../client/ledger-promises.ts';
import { NetworkError } from '../../../client/result.ts';
import { getMeEndpoint } from '../../../contract/consumer.ts';
import type { ApiError } from '../../../contract/errors.ts';
import type { Id } from '../../../contract/primitives.ts';
import { createReceiptEndpoint, getReceiptDetailsEndpoint } from '../../../contract/receipts.ts';
import { environment } from '../../../environment.ts';
import { minuteMs } from '../../../rules/dates.ts';
import { receiptViolationMessage } from '../../../rules/messages/receipt-messages.ts';
import { base64Of } from '../file/reading.ts';
import type { StoredReceipt } from '../receipt-storage.ts';

/** Makes a refusal of a failure, or throws it again. */
type FailureHandler = (failure: unknown) => { ok: false; error: ApiError };

interface PostOptions {
  signal?: AbortSignal;
  onFailure?: FailureHandler;
}

/** Asks first who is signed in, because the body names the sender. Safe to repeat: the idempotency key makes it one receipt. @throws NetworkError */
export async function postReceipt(
  { owner, content, file, idempotencyKey }: StoredReceipt,
  { signal, onFailure = refusalIfTooLarge }: PostOptions,
) {
  const { botToken, track } = environment();
  const [me, recaptchaToken, imageBase64] = await Promise.all([
    call(getMeEndpoint, signal && { signal }),
    botToken('create_coupon'),
    base64Of(new Blob([file.bytes])),
  ]);
  if (!me.ok) return me;
  // Meanwhile, another user may have signed in.
  if (readSubject() !== owner) throw new NetworkError('aborted');
  const body = { ...content, customerDocument: me.value.document, imageBase64, recaptchaToken };
  const options = { body, idempotencyKey, ...(signal && { signal }) };
  const result = await call(createReceiptEndpoint, options).catch(onFailure);
  if (result.ok) void track('purchase', me.value);
  if (result.ok && result.value.promise) storeInclusionPromise(result.value.promise);
  return result;
}

/** A proxy before the gateway may have a limit of its own, and no words for it. */
function refusalIfTooLarge(failure: unknown): ReturnType<FailureHandler> {
  if (!(failure instanceof NetworkError) || failure.status !== 413) throw failure;
  const message = receiptViolationMessage('FILE_SIZE');
  return { ok: false, error: { status: 413, code: 'TOO_LARGE', message, fields: [] } };
}

/** Takes the same answer several times over for a verdict; throws the failure until then. */
export function refusalAfterManyTries(id: string): FailureHandler {
  return (failure) => {
    const status = refusedStatus(failure);
    if (status === 413) return refusalIfTooLarge(failure);
    if (!status) throw failure;
    noteRefusal(id);
    if (!isOftenRefused(id)) throw failure;
    return { ok: false, error: { status, code: String(status), message: '', fields: [] } };
  };
}

/** A proxy, such as a firewall, asks to wait or to sign in at it; the receipt stays queued. */
const transientStatuses = [401, 407, 408, 425, 429];

function refusedStatus(failure: unknown): number | null {
  const status = (failure instanceof NetworkError && failure.status) || 0;
  return status < 400 || status >= 500 || transientStatuses.includes(status) ? null : status;
}

/** After so many refusals that may pass, a minute or more apart, a queued receipt counts as refused. */
const maxRefusals = 4;
const refusalTimes = new Map<string, number[]>();

export function noteRefusal(id: string): void {
  const now = environment().now().getTime();
  const times = refusalTimes.get(id) ?? [];
  if (now - (times.at(-1) ?? 0) >= minuteMs) times.push(now);
  refusalTimes.set(id, times);
}

function isOftenRefused(id: string): boolean {
  return (refusalTimes.get(id)?.length ?? 0) >= maxRefusals;
}

/** True for a refusal of the receipt itself, not of the session or only for now. */
export function isVerdict({ status, code }: ApiError, { id, owner }: StoredReceipt): boolean {
  const isTransient = transientStatuses.includes(status) || code === 'REQUEST_IN_PROGRESS';
  const isForNow = isTransient || (code === 'BOT_CHECK_FAILED' && !isOftenRefused(id));
  // If the gateway refuses a session, the device has already forgotten it.
  return !isForNow && readSubject() === owner;
}

/** A clock that was put right by the gateway's answers may still differ from it by so much. */
const clockToleranceMs = minuteMs;

/**
 * The gateway forgets an idempotency key after 48 h: a later try is refused as a duplicate of the
 * first one. @returns the id of the receipt that such a try has entered; an older one is no try
 */
export async function receiptOfEarlierTry(
  { duplicateOf }: ApiError,
  { keptAt }: StoredReceipt,
): Promise<Id | null> {
  if (!duplicateOf) return null;
  const found = await call(getReceiptDetailsEndpoint, { parameters: { couponId: duplicateOf.id } });
  const isOlder = found.ok && Date.parse(found.value.createdAt) < keptAt - clockToleranceMs;
  return isOlder ? null : duplicateOf.id;
}
