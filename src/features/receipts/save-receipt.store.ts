import { atom } from 'nanostores';
import { isCampaignOver } from '../../client/campaign-over.ts';
import { fetchMe } from '../../client/consumer.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { createReceipt } from '../../client/receipts.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { base64Of } from './file-base64.ts';
import { $newReceipt, finishReceipt } from './new-receipt.store.ts';
import { receiptDraft, submissionKey } from './receipt-draft.ts';
import { type ReceiptValues, receiptBody, receiptFaults, receiptLabels } from './receipt-values.ts';

/** ERR-01: what the gateway refused last, line by line; empty when it refused nothing. */
export const $refusal = atom<readonly string[]>([]);

/** The receipt form (REC-10 to REC-25) as data; `ui/form.ts` runs it. */
export function receiptRecipe({ campaign }: Pick<SiteProps, 'campaign'>) {
  const labels = receiptLabels(campaign);
  return {
    id: 'nota',
    labels,
    check: (values: ReceiptValues) => receiptFaults(values, campaign, environment().now()),
    async send(values: ReceiptValues) {
      $refusal.set([]);
      const outcome = await saveReceipt(values);
      if (!outcome.ok && outcome.refusal.fields.length > 0) {
        $refusal.set(problemLines(outcome.refusal, labels));
      }
      return outcome;
    },
    explain(problem: unknown) {
      if (!isCampaignOver(problem)) return problemLines(problem, labels);
      environment().navigate('#encerrada');
      return [];
    },
    draft: receiptDraft,
  };
}

/**
 * REC-18 to REC-20. Sent again after a lost connection, the same receipt goes under the same
 * idempotency key.
 */
async function saveReceipt(values: ReceiptValues) {
  const { site, botToken, track } = environment();
  const [me, recaptchaToken, imageBase64] = await Promise.all([
    fetchMe(),
    botToken('create_coupon'),
    base64Of(fileToSend()),
  ]);
  if (!me.ok) return me;
  const body = {
    ...receiptBody(values, site),
    customerDocument: me.answer.document,
    imageBase64,
  };
  const key = submissionKey(JSON.stringify(body));
  const outcome = await createReceipt({ ...body, recaptchaToken }, key);
  if (!outcome.ok) return outcome;
  const { status, engineOrders } = outcome.answer;
  finishReceipt({ status: status ?? 'IN_ANALYSIS', engineOrders });
  void track('purchase', me.answer);
  return outcome;
}

function fileToSend(): Blob {
  const current = $newReceipt.get();
  if (current.step !== 'filling' || !current.file) throw new Error('A receipt needs its file');
  return current.file.upload;
}
