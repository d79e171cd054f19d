// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { afterEach, expect, it } from 'vitest';
import { DropBox, FileNote } from '../../../../../src/features/receipts/file/file-picker.tsx';
import { $firstOfMany } from '../../../../../src/features/receipts/file/shared-file.store.ts';
import { Dialog } from '../../../../../src/ui/dialog.tsx';
import { renderInPage } from '../../../../support/render-in-page.ts';

const file = new File(['x'], 'nota.png', { type: 'image/png' });
const chosen: File[] = [];
const take = (each: File) => void chosen.push(each);

afterEach(() => void chosen.splice(0));

function paste(target: Element, text = ''): void {
  const clipboardData = { files: [file], getData: () => text };
  const event = new Event('paste', { bubbles: true });
  flushSync(() => target.dispatchEvent(Object.assign(event, { clipboardData })));
}

const element = (selector: string) => document.querySelector(selector) as Element;

it('a pasted picture is chosen, but not one that comes with a text or goes to a field', () => {
  renderInPage(
    <DropBox className="box" onFile={take}>
      <input />
      <textarea />
    </DropBox>,
  );
  paste(element('input'));
  paste(element('textarea'));
  paste(document.body, '4125 1112 3456');
  expect(chosen).toEqual([]);
  paste(document.body);
  expect(chosen).toEqual([file]);
});

it('a file that was copied with its name, as in the Finder, is chosen', () => {
  renderInPage(
    <DropBox className="box" onFile={take}>
      Nota
    </DropBox>,
  );
  paste(document.body, 'nota.png\routra.png');
  expect(chosen).toEqual([file]);
});

it('a picture pasted while a dialog is open is chosen only by the box in that dialog', () => {
  const behind = renderInPage(
    <>
      <DropBox className="box" onFile={take}>
        Nota
      </DropBox>
      <Dialog title="Fale conosco" onClose={() => {}}>
        <p>Mensagem</p>
      </Dialog>
    </>,
  );
  paste(element('dialog'));
  expect(chosen).toEqual([]);
  behind.unmount();
  renderInPage(
    <Dialog title="Fotografe" onClose={() => {}}>
      <DropBox className="box" onFile={take}>
        Nota
      </DropBox>
    </Dialog>,
  );
  paste(element('dialog'));
  expect(chosen).toEqual([file]);
});

it('the first of several files that are dropped at once is taken, and the page says so', () => {
  renderInPage(
    <>
      <DropBox className="box" onFile={take}>
        Nota
      </DropBox>
      <FileNote file={file} />
    </>,
  );
  const drop = (files: File[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    flushSync(() =>
      element('.box').dispatchEvent(Object.assign(event, { dataTransfer: { files } })),
    );
    return document.querySelector('.message')?.textContent;
  };
  expect(drop([file, new File(['y'], 'outra.png')])).toBe(
    'Aqui está só o primeiro arquivo: envie os outros depois, um por vez.',
  );
  expect(chosen).toEqual([file]);
  flushSync(() => $firstOfMany.set(null));
  expect(drop([file])).toBeUndefined();
});

it('a file that is dragged over a box marks it for its sheet, until it leaves', async () => {
  const root = renderInPage(
    <DropBox className="viewfinder" onFile={take}>
      Nota
    </DropBox>,
  );
  const drag = (type: string) =>
    element('.viewfinder').dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  drag('dragover');
  await expect.poll(() => element('section').hasAttribute('data-dragged-over')).toBe(true);
  drag('dragleave');
  await expect.poll(() => element('section').hasAttribute('data-dragged-over')).toBe(false);
  root.unmount();
});
