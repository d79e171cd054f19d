// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { bindControl } from '../../../src/ui/bind-control.ts';
import { createForm } from '../../../src/ui/form.ts';
import { cpfMask, dateMask } from '../../../src/ui/masks.ts';
import { moneyMask } from '../../../src/ui/rarer-inputs.tsx';
import { waitFor } from '../../support/wait-for.ts';

const accept = async () => ({ ok: true }) as const;
const required = (values: Readonly<Record<string, string>>): Record<string, string> =>
  values['x'] ? {} : { x: 'Campo obrigatório' };
const openForm = () =>
  createForm({
    id: 'f',
    labels: { x: 'X' },
    validate: required,
    submit: accept,
    explain: () => [],
  });

afterEach(() => {
  document.body.innerHTML = '';
});

function page(html: string) {
  document.body.innerHTML = html;
  const [control, ...others] = document.querySelectorAll<HTMLInputElement>('input, select');
  if (!control) throw new Error('The page has no control');
  return [control, ...others] as const;
}

function type(control: HTMLInputElement, value: string, caret = value.length, composing = false) {
  control.focus();
  control.value = value;
  control.setSelectionRange(caret, caret);
  control.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: composing }));
}

describe('a text field', () => {
  test('takes over what was typed before the script came, in its mask', () => {
    const [control] = page('<input>');
    control.value = '52998224725';
    const form = openForm();
    bindControl(form, 'x', control, cpfMask);
    expect(form.$values.get()).toEqual({ x: '529.982.247-25' });
    expect(control.value).toBe('529.982.247-25');
  });

  test('shows its error once the press that left it has ended, of which a list or a menu may hide the end', async () => {
    const [control, list] = page('<input><select></select>');
    const form = openForm();
    bindControl(form, 'x', control);
    const press = (type: string) => list?.dispatchEvent(new Event(type, { bubbles: true }));
    const leave = () => {
      control.focus();
      control.blur();
    };
    press('pointerdown');
    leave();
    expect(form.$visibleErrors.get()).toEqual({});
    press('pointerup');
    await waitFor(() => expect(form.$visibleErrors.get()).toEqual({ x: 'Campo obrigatório' }));
    form.reset();
    press('pointerdown');
    press('keydown');
    leave();
    expect(form.$visibleErrors.get()).toEqual({ x: 'Campo obrigatório' });
  });

  test('over several lines has its mask too, which takes no line of its own', () => {
    document.body.innerHTML = '<textarea></textarea>';
    const control = document.querySelector('textarea') as HTMLTextAreaElement;
    const form = openForm();
    bindControl(form, 'x', control, cpfMask);
    control.value = '529982\n24725';
    control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(control.value).toBe('529.982.247-25');
    expect(form.$values.get()).toEqual({ x: '529.982.247-25' });
  });

  test('says what is wrong with what was typed and left before the script came', () => {
    const [left, focused] = page('<input value="1"><input value="2">');
    if (!focused) throw new Error('The page has one control');
    focused.focus();
    const form = createForm({
      id: 'f',
      labels: { left: 'L', focused: 'F' },
      validate: () => ({ left: 'CPF Inválido', focused: 'CPF Inválido' }),
      submit: accept,
      explain: () => [],
    });
    bindControl(form, 'left', left);
    bindControl(form, 'focused', focused);
    expect(form.$visibleErrors.get()).toEqual({ left: 'CPF Inválido' });
  });

  test('shows what the form already holds', () => {
    const [control] = page('<input>');
    const form = openForm();
    form.change('x', '52998224725');
    bindControl(form, 'x', control, cpfMask);
    expect(control.value).toBe('529.982.247-25');
  });

  test('gives way to the next key where a draft arrives in the field that has the focus', () => {
    const [control] = page('<input>');
    control.focus();
    const form = openForm();
    bindControl(form, 'x', control);
    form.change('x', 'ana@exemplo.com.br');
    expect([control.selectionStart, control.selectionEnd]).toEqual([0, 18]);
  });

  test('keeps what is being typed when the form takes its beginning away', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control);
    type(control, 'Achei a nota. Outra coisa: mu');
    form.change('x', 'Outra coisa: mu');
    expect(control.value).toBe('Outra coisa: mu');
    expect([control.selectionStart, control.selectionEnd]).toEqual([15, 15]);
  });

  test('follows the form and the person', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control);
    type(control, 'Rua A');
    expect(form.$values.get()).toEqual({ x: 'Rua A' });
    form.change('x', 'Rua B');
    expect(control.value).toBe('Rua B');
  });

  test('keeps the caret where the person types', () => {
    const [control] = page('<input>');
    bindControl(openForm(), 'x', control, cpfMask);
    type(control, '529.9982.247-25', 5);
    expect(control.value).toBe('529.998.224-72');
    expect(control.selectionStart).toBe(5);
    type(control, '5209.998.224-72', 3);
    expect(control.value).toBe('520.999.822-47');
    expect(control.selectionStart).toBe(3);
  });

  test('lets a date be corrected digit by digit, or part by part', () => {
    const [control] = page('<input>');
    bindControl(openForm(), 'x', control, dateMask);
    const show = () => [control.value, control.selectionStart];
    type(control, '5/10/2025', 0);
    expect(show()).toEqual(['51/02/025', 0]);
    type(control, '0/10/2025', 1);
    expect(show()).toEqual(['01/02/025', 1]);
    type(control, '061/02/025', 2);
    expect(show()).toEqual(['06/10/2025', 2]);
    // The whole day was selected, and the next key writes over it.
    type(control, '7/10/2025', 1);
    type(control, '7/1/02/025', 2);
    expect(show()).toEqual(['07/10/2025', 2]);
    control.blur();
    expect(control.value).toBe('07/10/2025');
  });

  test('adds zeros to a date that the browser fills in without the focus', () => {
    const [control] = page('<input>');
    bindControl(openForm(), 'x', control, dateMask);
    control.value = '7/3/1990';
    control.dispatchEvent(new Event('input', { bubbles: true }));
    expect(control.value).toBe('07/03/1990');
  });

  test('is not rewritten while an input method is composing', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control, cpfMask);
    type(control, '5299', 4, true);
    expect(control.value).toBe('5299');
    expect(form.$values.get()).toEqual({ x: '5299' });
    control.dispatchEvent(new Event('compositionend'));
    expect(control.value).toBe('529.9');
  });

  test('shows its error when it is left, but not when the window is', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control);
    control.focus();
    control.dispatchEvent(new FocusEvent('blur'));
    expect(form.$visibleErrors.get()).toEqual({});
    control.blur();
    expect(form.$visibleErrors.get()).toEqual({ x: 'Campo obrigatório' });
  });

  test('is marked while its answer holds', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control);
    expect(control.className).toBe('');
    type(control, 'Rua A');
    expect(control.className).toBe('answered');
    form.refuse([{ field: 'x', message: 'Rua desconhecida' }]);
    expect(control.className).toBe('');
  });

  test('completes an amount when it is left', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control, moneyMask);
    type(control, '1234,5');
    expect(control.value).toBe('1234,5');
    control.blur();
    expect(control.value).toBe('1.234,50');
    expect(form.$values.get()).toEqual({ x: '1.234,50' });
  });

  test('no longer changes the form once it is unbound', () => {
    const [control] = page('<input>');
    const form = openForm();
    bindControl(form, 'x', control)();
    type(control, 'a');
    form.change('x', 'b');
    expect(control.value).toBe('a');
    expect(form.$values.get()).toEqual({ x: 'b' });
  });
});

test('a checkbox says on or nothing', () => {
  const [control] = page('<input type="checkbox" checked>');
  const form = openForm();
  bindControl(form, 'x', control);
  expect(form.$values.get()).toEqual({ x: 'on' });
  control.click();
  expect(form.$values.get()).toEqual({ x: '' });
  form.change('x', 'on');
  expect(control.checked).toBe(true);
});

test('radio buttons share one field', () => {
  const [yes, no] = page('<input type=radio name=a value=yes><input type=radio name=a value=no>');
  const form = openForm();
  for (const radio of [yes, no]) if (radio) bindControl(form, 'x', radio);
  no?.click();
  expect(form.$values.get()).toEqual({ x: 'no' });
  form.change('x', 'yes');
  expect(yes.checked).toBe(true);
});
