import { expect, it } from 'vitest';
import { fillingText } from '../../../../src/features/receipts/new-receipt-steps.tsx';

const file = new File(['nota'], 'nota.jpg', { type: 'image/jpeg' });

function textOf(isTestReceipt: boolean): string {
  const sent = { file, isTestReceipt, upload: file, fileType: 'image/jpeg' } as const;
  const filling = { file: sent, read: {}, office: {}, server: 'settled', violation: null } as const;
  return fillingText(filling, false);
}

it('says that a chosen file shows a receipt of the test environment', () => {
  expect(textOf(true)).toContain('Esta nota é de teste, sem valor fiscal.');
  expect(textOf(false)).toBe('Preencha os campos com os dados da nota');
});
