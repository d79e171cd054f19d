import type { NewReceipt } from './new-receipt.store.ts';

/** What assistive technology is told of each step; errors speak for themselves. */
export function newReceiptText(state: NewReceipt): string {
  switch (state.step) {
    case 'chosen':
      return `Arquivo ${state.file.name} escolhido`;
    case 'reading':
      return readingText(state.by);
    case 'filling':
      return fillingText(state);
    case 'choosing':
    case 'saved':
    case 'leaving':
      return '';
    default:
      return state satisfies never;
  }
}

export function readingText(by: 'device' | 'server'): string {
  return by === 'device' ? 'Procurando o QR Code da nota…' : 'Lendo o cupom…';
}

export function fillingText({ file, read, day }: Extract<NewReceipt, { step: 'filling' }>): string {
  if (!file) return 'Seus dados foram guardados. Escolha o arquivo da nota de novo';
  if (day === 'asked') return 'Cupom lido. Lendo a data da compra…';
  return Object.keys(read).length > 0
    ? 'Cupom lido. Confira os campos e preencha o que falta'
    : 'Preencha os campos com os dados da nota';
}
