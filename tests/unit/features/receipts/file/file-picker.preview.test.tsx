import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LiveCamera } from '../../../../../src/features/receipts/camera/viewfinder.tsx';
import { FilePicker, FilePreview } from '../../../../../src/features/receipts/file/file-picker.tsx';
import { receiptViolationMessage } from '../../../../../src/rules/messages/receipt-messages.ts';

it.each([
  ['image/jpeg', true],
  ['application/pdf', false],
])('the picker asks whether a %s can be read: %s', (type, isAsked) => {
  const file = new File(['x'], 'nota', { type });
  const shown = renderToStaticMarkup(<FilePreview file={file} question="Dá para ler?" />);
  expect(shown.includes('Dá para ler?')).toBe(isAsked);
});

it('a phone is offered its camera, for pictures alone', () => {
  const shown = renderToStaticMarkup(
    <FilePicker title="Envie a foto da nota" violation={null} onFile={() => {}} />,
  );
  const inputs = shown.match(/<input[^>]*>/g);
  expect(inputs).toHaveLength(2);
  expect(inputs?.[0]).toMatch(
    /aria-label="Tirar foto" accept="image\/jpeg,image\/png" capture="environment"/,
  );
  expect(inputs?.[1]).toMatch(/aria-label="Escolher arquivo"/);
  expect(inputs?.[1]).not.toContain('capture');
});

it.each([
  ['the picker', <FilePicker key="picker" violation={null} onFile={() => {}} />],
  [
    'the open camera',
    <LiveCamera
      key="camera"
      view={{ state: 'opening' }}
      movesFocus={{ current: false }}
      violation={null}
      onPhoto={() => {}}
      onFile={() => {}}
    />,
  ],
])('%s says which files it takes', (_what, way) => {
  expect(renderToStaticMarkup(way)).toContain('>JPG, PNG ou PDF, até 5MB<');
});

it('a refused file is refused in an alert of the open camera as well', () => {
  const shown = renderToStaticMarkup(
    <LiveCamera
      view={{ state: 'opening' }}
      movesFocus={{ current: false }}
      violation="FILE_TYPE"
      onPhoto={() => {}}
      onFile={() => {}}
    />,
  );
  const message = receiptViolationMessage('FILE_TYPE');
  expect(shown).toContain(
    `<div role="alert"><p class="message message-danger">${message}</p></div>`,
  );
});
