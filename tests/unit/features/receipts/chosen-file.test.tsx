import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChosenFile } from '../../../../src/features/receipts/file/file-picker.tsx';

it.each([
  ['image/jpeg', true],
  ['application/pdf', false],
])('the picker asks whether a %s can be read: %s', (type, isAsked) => {
  const file = new File(['x'], 'nota', { type });
  const shown = renderToStaticMarkup(<ChosenFile file={file} question="Dá para ler?" />);
  expect(shown.includes('Dá para ler?')).toBe(isAsked);
});
