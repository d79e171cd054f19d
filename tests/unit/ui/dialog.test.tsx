// @vitest-environment happy-dom
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileButton } from '../../../src/features/receipts/file/file-picker.tsx';
import { AlertDialog, Dialog } from '../../../src/ui/dialog.tsx';

let root: Root;
let beforeOpening: number;

beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<Page />));
  beforeOpening = performance.now();
  press('Resultado');
});
afterEach(() => root.unmount());

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Resultado
      </button>
      {isOpen && (
        <Dialog title="Nota 1" onClose={() => setOpen(false)}>
          <FileButton className="" accept="image/png" onFile={() => {}}>
            Escolher arquivo
          </FileButton>
        </Dialog>
      )}
    </>
  );
}

function Notice() {
  return (
    <Dialog title="Esta promoção está encerrada" onClose={() => {}}>
      <p>Obrigado por participar.</p>
    </Dialog>
  );
}

function press(name: string): void {
  const buttons = [...document.querySelectorAll('button')];
  const named = buttons.find((each) =>
    [each.textContent, each.getAttribute('aria-label')].includes(name),
  );
  flushSync(() => named?.click());
}

function openDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog[open]');
}

/** At this time of the page, as browsers note it in the event. */
function pressBeside(timeStamp: number, begun: Element | null = openDialog()): void {
  const at = { clientX: 5, clientY: 5, bubbles: true };
  const press = [new MouseEvent('mousedown', at), new MouseEvent('click', at)];
  for (const event of press) Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  flushSync(() => begun?.dispatchEvent(press[0] as Event));
  // The browser sends the click to what holds the beginning and the end of the press.
  flushSync(() => openDialog()?.dispatchEvent(press[1] as Event));
}

/** As browsers do: `cancel` at the key, `close` in a task of its own. */
async function pressEscape(thenAtOnce: () => void = () => {}): Promise<void> {
  const dialog = openDialog();
  const cancel = new Event('cancel', { cancelable: true });
  flushSync(() => dialog?.dispatchEvent(cancel));
  if (!cancel.defaultPrevented) dialog?.removeAttribute('open');
  thenAtOnce();
  await new Promise((task) => setTimeout(task));
  if (!cancel.defaultPrevented) flushSync(() => dialog?.dispatchEvent(new Event('close')));
}

test('a dialog closed with Esc and opened again in the same moment is open', async () => {
  await pressEscape(() => press('Resultado'));
  expect(openDialog()).not.toBeNull();
});

test('Esc and the cross close a dialog', async () => {
  await pressEscape();
  expect(openDialog()).toBeNull();
  press('Resultado');
  press('Fechar');
  expect(openDialog()).toBeNull();
});

test('the second press of a double press does not close what the first opened', () => {
  pressBeside(beforeOpening + 300);
  expect(openDialog()).not.toBeNull();
  pressBeside(performance.now() + 600);
  expect(openDialog()).toBeNull();
});

test('a press that begins in the dialog, as to select text, and ends beside it leaves it open', () => {
  pressBeside(performance.now() + 600, document.querySelector('input'));
  expect(openDialog()).not.toBeNull();
});

test('an alert says its lines with its title, and has the focus on Ok', () => {
  flushSync(() => root.render(<AlertDialog lines={['CPF Inválido']} onClose={() => {}} />));
  const alert = openDialog();
  expect(alert?.getAttribute('role')).toBe('alertdialog');
  const described = document.getElementById(alert?.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('CPF Inválido');
  expect(document.activeElement?.textContent).toBe('Ok');
});

test('a dialog without fields has the focus on its title, which draws no ring', () => {
  flushSync(() => root.render(<Notice />));
  expect(document.activeElement?.textContent).toBe('Esta promoção está encerrada');
});

test('a dialog that the browser closes by itself is closed for the page too', () => {
  flushSync(() => openDialog()?.close());
  expect(document.querySelector('dialog')).toBeNull();
});

test('giving up the choice of a file leaves its dialog open', () => {
  const input = document.querySelector('input');
  flushSync(() => input?.dispatchEvent(new Event('cancel', { bubbles: true })));
  expect(openDialog()).not.toBeNull();
});
