import { type NextStep, stepAfterRejection } from './moderation-reasons.ts';
import { canReplaceImage, type ReceiptModeration, rejectionOf } from './receipt-status.ts';

interface Advice {
  text: string;
  /** Null when there is nothing to do, or the text already says it. */
  next: NextStep | null;
}

export interface AdvisedReceipt {
  status: string;
  allowImageReplacement?: boolean | null | undefined;
  moderationList: readonly ReceiptModeration[];
  engineOrders?: readonly { status: string }[];
}

const explanations: Readonly<Record<string, Advice>> = {
  NOT_ELIGIBLE: {
    text: 'Pelo regulamento, esta nota não participa da promoção.',
    next: 'ANOTHER_RECEIPT',
  },
  ERROR: { text: 'Não foi possível concluir o processamento desta nota.', next: 'SUPPORT' },
  FRAUD_SUSPECT: {
    text: 'Esta nota passa por uma análise mais detalhada. Guarde a nota original: o resultado aparecerá aqui.',
    next: null,
  },
  REQUESTED_NEW_IMAGE: { text: 'Precisamos de outra imagem desta nota.', next: 'SUPPORT' },
  IMAGE_REPLACED: { text: 'Recebemos a nova imagem e vamos conferir a nota.', next: null },
};

const askedForImage: Advice = {
  text: 'Precisamos de outra imagem desta nota. Envie uma foto em JPG ou PNG, de até 5MB.',
  next: null,
};

const earnsOnApproval: Advice = {
  text: 'Estamos conferindo esta nota. O que ela render aparece aqui quando for aprovada.',
  next: null,
};

/** Null when the status needs no explanation. After the end, no sentence asks to send a receipt. */
export function receiptAdvice(
  receipt: AdvisedReceipt,
  { isOver }: { isOver: boolean },
): Advice | null {
  const advice = adviceOf(receipt);
  return isOver && advice?.next === 'ANOTHER_RECEIPT' ? { ...advice, next: 'SUPPORT' } : advice;
}

function adviceOf(receipt: AdvisedReceipt): Advice | null {
  const rejection = rejectionOf(receipt);
  if (rejection?.rejectionReason) {
    return { text: rejection.rejectionReason, next: stepAfterRejection(rejection.rejectionCode) };
  }
  if (canReplaceImage(receipt)) return askedForImage;
  const isWaiting = receipt.engineOrders?.some(({ status }) => status === 'TO_REQUEST');
  return explanations[receipt.status] ?? (isWaiting ? earnsOnApproval : null);
}
