export type NextStep = 'ANOTHER_RECEIPT' | 'SUPPORT';

interface Rejection {
  sentence: string;
  next: NextStep;
}

/** By moderation's code. A refused receipt counts as sent, so no sentence asks to send it again. */
const rejections = {
  ILLEGIBLE: { sentence: 'Não foi possível ler a imagem da nota.', next: 'SUPPORT' },
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
  ALTERED: { sentence: 'A nota está rasurada, adulterada ou preenchida à mão.', next: 'SUPPORT' },
  RETURNED: { sentence: 'Os produtos desta nota foram devolvidos.', next: 'SUPPORT' },
  STATE: { sentence: 'O participante não mora em um estado da promoção.', next: 'SUPPORT' },
} as const satisfies Record<string, Rejection>;

export const rejectionSentences: readonly (readonly [code: string, sentence: string])[] =
  Object.entries(rejections).map(([code, { sentence }]) => [code, sentence]);

/** In either case; any other text stands for itself. */
export function rejectionSentence(reason: string): string {
  const known = rejectionSentences.find(([code]) => code === reason.trim().toUpperCase());
  return known?.[1] ?? reason;
}

/** A rejection in moderation's own words is a matter for support. */
export function stepAfterRejection(reason: string): NextStep {
  const known = Object.values(rejections).find(({ sentence }) => sentence === reason);
  return known?.next ?? 'SUPPORT';
}
