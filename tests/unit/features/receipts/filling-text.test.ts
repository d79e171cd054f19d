import { expect, it } from 'vitest';
import { fillingText } from '../../../../src/features/receipts/new-receipt-steps.tsx';
import type { Unfit } from '../../../../src/readers/read-receipt.ts';

const file = new File(['nota'], 'nota.jpg', { type: 'image/jpeg' });

function textOf(unfit: Unfit | null): string {
  const sent = { file, unfit, upload: file, fileType: 'image/jpeg' } as const;
  const filling = { file: sent, read: {}, office: {}, server: 'settled', violation: null } as const;
  return fillingText(filling, false);
}

it('says that a chosen file shows a receipt of the test environment, or several receipts', () => {
  expect(textOf('test')).toContain('Esta nota é de teste, sem valor fiscal.');
  expect(textOf('several')).toBe('Há mais de uma nota na imagem. Aproxime o QR Code de uma só');
  expect(textOf(null)).toBe('Preencha os campos com os dados da nota');
});
