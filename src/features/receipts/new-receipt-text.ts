import type { NewReceipt } from './new-receipt.store.ts';

/** What assistive technology is told of each step; errors speak for themselves. */
export function newReceiptText(state: NewReceipt, isCorrection: boolean): string {
  switch (state.step) {
    case 'chosen':
      return `Arquivo ${state.file.name} escolhido`;
    case 'reading':
      return readingText(state.by);
    case 'filling':
      return fillingText(state, isCorrection);
    case 'choosing':
    // Its sentence takes the focus.
    case 'kept':
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

/** @param lines what the system said; none where there was no connection to it. */
export function keptText(lines: readonly string[]): string {
  const kept = 'Sua nota ficou guardada neste aparelho e será enviada quando';
  return lines.length === 0
    ? `Sem conexão. ${kept} a internet voltar.`
    : `${lines.join(' ')} ${kept} o sistema voltar.`;
}

/** @param isCorrection the receipt was refused before. */
export function fillingText(
  { file, read, server }: Extract<NewReceipt, { step: 'filling' }>,
  isCorrection: boolean,
): string {
  if (isCorrection) return 'Corrija o que foi recusado e salve de novo';
  if (!file) return 'Seus dados foram guardados. Escolha o arquivo da nota de novo';
  if (server === 'asked') return 'Cupom lido. Lendo a data da compra…';
  if (server === 'out of reach') {
    return 'Sem conexão para ler o cupom. Preencha os campos com os dados da nota';
  }
  return Object.keys(read).length > 0
    ? 'Cupom lido. Confira os campos e preencha o que falta'
    : 'Preencha os campos com os dados da nota';
}
