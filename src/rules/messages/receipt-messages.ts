import { formatMoney } from '../money.ts';
import { type NextStep, stepAfterRejection } from '../receipts/moderation-reasons.ts';
import type { KeyConflict } from '../receipts/receipt-identity.ts';
import {
  canReplaceImage,
  type ReceiptModeration,
  rejectionOf,
} from '../receipts/receipt-status.ts';
import type { EngineType } from '../rewards/engines-and-reward-status.ts';
import type { ReceiptViolation, Violation } from '../violation.ts';
import { violationMessage } from './field-messages.ts';

const receiptViolationMessages: Readonly<Record<Exclude<ReceiptViolation, Violation>, string>> = {
  MONEY: 'Valor inválido',
  TOTAL_MINIMUM: 'Valor mínimo de',
  LINES_TOTAL: 'A soma dos produtos deve ser igual ao valor total',
  QUANTITY: 'Quantidade de produtos inválida',
  DATE_BEFORE_CAMPAIGN: 'Data não pode ser anterior à data de início da campanha',
  DATE_AFTER_TODAY: 'Data não pode ser posterior à data de hoje',
  IDENTIFIER: 'Código inválido',
  ACCESS_KEY: 'Chave de acesso inválida: confira os 44 caracteres na nota',
  ACCESS_KEY_MODEL: 'Esta chave não é de uma nota de compra',
  FILE_TYPE: 'Formato de arquivo inválido',
  FILE_SIZE: 'O arquivo deve ter no máximo 5MB',
  FILE_BROKEN: 'Não foi possível abrir o arquivo. Escolha de novo ou fotografe a nota',
  FILE_GONE:
    'A foto que você tirou ou compartilhou antes não está mais guardada. Se ainda não enviou a nota, fotografe ou escolha de novo.',
  FILE_ENDED_PAGE:
    'Esta foto fechou a página na última vez. Tire outra, ou escolha um arquivo menor.',
  FILE_ENCRYPTED: 'O arquivo está protegido por senha. Tire a senha ou envie uma foto da nota',
};

/** Also sent as `fields[].message`. `minimumTotal` is in centavos. */
export function receiptViolationMessage(
  violation: ReceiptViolation,
  { minimumTotal = 1000 }: { minimumTotal?: number } = {},
): string {
  if (!isOfReceipt(violation)) return violationMessage(violation);
  const sentence = receiptViolationMessages[violation];
  if (violation !== 'TOTAL_MINIMUM') return sentence;
  return `${sentence} ${formatMoney(minimumTotal).replace(/\s/, ' ')}`;
}

function isOfReceipt(
  violation: ReceiptViolation,
): violation is keyof typeof receiptViolationMessages {
  return Object.keys(receiptViolationMessages).includes(violation);
}

const conflictMessages: Readonly<Record<KeyConflict, string>> = {
  MONTH: 'Não é o mês que está no Código da Nota. Confira os dois.',
  CNPJ: 'Não é o CNPJ que está no Código da Nota. Confira os dois.',
};

export function keyConflictMessage(conflict: KeyConflict): string {
  return conflictMessages[conflict];
}

export const duplicateReceiptMessage = 'Nota já cadastrada';

export const severalReceiptsMessage =
  'Há mais de uma nota na imagem. Aproxime o QR Code de uma só.';

export const receiptTexts = {
  noCashback: 'Sem cashback a receber',
  noLuckyNumbers: { text: 'Nenhum número da sorte para esse cupom', face: ':-(' },
} as const;

export function cashbackMessage(code: string | null | undefined): string | null {
  if (code === 'CEC-008') return 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.';
  return code === 'CEC-004' || code === 'CEC-005'
    ? 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'
    : null;
}

export const seriesExhaustedMessage = 'As séries de números da sorte se esgotaram.';

export function carriedMessage(carriedCentavos: number): string {
  return `Você já juntou ${formatMoney(carriedCentavos)} para o próximo número da sorte.`;
}

export const drawEndedMessage = 'A hora do sorteio passou antes de a nota ser conferida.';

const onApprovalTexts: Readonly<Record<EngineType, string>> = {
  DRAW: 'Os números da sorte chegam quando a nota for aprovada.',
  INSTANT_PRIZE: 'A nota concorre ao prêmio na hora quando for aprovada.',
  CASHBACK: 'O cashback chega quando a nota for aprovada.',
  COLLECT_TO_WIN: 'Os pontos chegam quando a nota for aprovada.',
};

export function onApprovalText(engine: EngineType): string {
  return onApprovalTexts[engine];
}

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
    text: 'Esta nota está passando por uma análise mais detalhada. Guarde a nota original: o resultado aparece aqui.',
    next: null,
  },
  REQUESTED_NEW_IMAGE: { text: 'Precisamos de outra foto desta nota.', next: 'SUPPORT' },
  IMAGE_REPLACED: { text: 'Recebemos a nova foto e vamos conferir a nota.', next: null },
};

const askedForImage: Advice = {
  text: 'Precisamos de outra foto desta nota. Mostre a nota inteira, com boa luz, em JPG ou PNG de até 5MB.',
  next: null,
};

const waitsForApproval: Advice = {
  text: 'Estamos conferindo esta nota. O que ela render aparece aqui quando for aprovada.',
  next: null,
};

/** Null when the status needs no explanation. Once closed, no sentence asks to send a receipt. */
export function receiptAdvice(
  receipt: AdvisedReceipt,
  { isClosed }: { isClosed: boolean },
): Advice | null {
  const advice = adviceOf(receipt);
  return isClosed && advice?.next ? { ...advice, next: 'SUPPORT' } : advice;
}

function adviceOf(receipt: AdvisedReceipt): Advice | null {
  const rejection = rejectionOf(receipt);
  if (rejection?.rejectionReason) {
    return { text: rejection.rejectionReason, next: stepAfterRejection(rejection.rejectionCode) };
  }
  if (canReplaceImage(receipt)) return askedForImage;
  return explanations[receipt.status] ?? (isYetToEarn(receipt) ? waitsForApproval : null);
}

/** Whether it earns once it is approved, and there is nothing else to say about it. */
function isYetToEarn({ status, engineOrders = [] }: AdvisedReceipt): boolean {
  return !explanations[status] && engineOrders.some((order) => order.status === 'TO_REQUEST');
}
