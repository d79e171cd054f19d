import { fetchMe } from '../../client/consumer.ts';
import { readSubject } from '../../client/credentials.ts';
import { createReceipt } from '../../client/receipts.ts';
import { NetworkError } from '../../client/result.ts';
import type { WaitingReceipt } from '../../client/waiting-receipts.ts';
import { environment } from '../../environment.ts';
import { base64Of } from './file-base64.ts';

/**
 * REC-18, for the first time or again: its idempotency key makes it one receipt however often it
 * is sent, a bot token being no part of what the gateway compares. Throws Failure.
 * @param signal ends the wait for an answer earlier.
 */
export async function sendReceipt(
  { owner, content, file, idempotencyKey }: WaitingReceipt,
  signal?: AbortSignal,
) {
  const { botToken, track } = environment();
  const [me, recaptchaToken, imageBase64] = await Promise.all([
    fetchMe(signal && { signal }),
    botToken('create_coupon'),
    base64Of(new Blob([file.bytes])),
  ]);
  if (!me.ok) return me;
  // Somebody else may have signed in meanwhile.
  if (readSubject() !== owner) throw new NetworkError('aborted');
  const body = { ...content, customerDocument: me.value.document, imageBase64, recaptchaToken };
  const outcome = await createReceipt(body, { idempotencyKey, ...(signal && { signal }) });
  if (outcome.ok) void track('purchase', me.value);
  return outcome;
}
