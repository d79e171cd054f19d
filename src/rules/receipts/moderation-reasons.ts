/** `RELEASE`: the purchase may count, but support has to let the same receipt in again. */
export type NextStep = 'ANOTHER_RECEIPT' | 'SUPPORT' | 'RELEASE';

interface Rejection {
  sentence: string;
  next: NextStep;
}

/** By moderation code. A denied receipt counts as sent, so no sentence asks to resend it. */
export const rejections = {
  ILLEGIBLE: { sentence: 'Não foi possível ler a imagem da nota.', next: 'RELEASE' },
  NOT_A_RECEIPT: { sentence: 'O arquivo enviado não é uma nota fiscal.', next: 'ANOTHER_RECEIPT' },
  OUTSIDE_PERIOD: {
    sentence: 'A compra foi feita fora do período da promoção.',
    next: 'ANOTHER_RECEIPT',
  },
  PRODUCT_MISSING: {
    sentence: 'A nota não tem produtos participantes.',
    next: 'ANOTHER_RECEIPT',
  },
  BELOW_MINIMUM: {
    sentence: 'O valor em produtos participantes é menor que o mínimo da promoção.',
    next: 'ANOTHER_RECEIPT',
  },
  DUPLICATE: { sentence: 'Esta nota já foi cadastrada.', next: 'ANOTHER_RECEIPT' },
  DATA_MISMATCH: {
    sentence: 'Os dados cadastrados são diferentes dos dados da nota.',
    next: 'SUPPORT',
  },
  ALTERED: {
    sentence: 'A nota tem rasuras, alterações ou dados preenchidos à mão.',
    next: 'SUPPORT',
  },
  RETURNED: { sentence: 'Os produtos desta nota foram devolvidos.', next: 'SUPPORT' },
  STATE: { sentence: 'O estado do seu cadastro não participa da promoção.', next: 'SUPPORT' },
} as const satisfies Record<string, Rejection>;

type RejectionCode = keyof typeof rejections;

export interface RejectionReason {
  code: RejectionCode | null;
  sentence: string;
}

export const rejectionReasons: readonly (Rejection & { code: RejectionCode })[] = Object.entries(
  rejections,
).map(([code, rejection]) => ({ code: code as RejectionCode, ...rejection }));

/** A code, in capitals or not, or the moderator's own words. Null for an empty text. */
export function parseRejectionReason(text: string): RejectionReason | null {
  const trimmed = text.trim();
  const knownReason = rejectionReasons.find(({ code }) => code === trimmed.toUpperCase());
  if (knownReason) return { code: knownReason.code, sentence: knownReason.sentence };
  return trimmed === '' ? null : { code: null, sentence: trimmed };
}

/** A rejection in moderation's own words is a matter for support. */
export function stepAfterRejection(code: string | null | undefined): NextStep {
  return rejectionReasons.find((reason) => reason.code === code)?.next ?? 'SUPPORT';
}
