// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { restoreTypedOnReturn } from '../../../src/ui/embedded-forms.ts';

vi.useFakeTimers();

test('text that a browser cleared on the way back is restored, until the listener ends', () => {
  document.body.innerHTML = '<form><input name="document"><input type="checkbox" checked></form>';
  const [field, box] = Array.from(document.querySelectorAll('input'));
  if (!field || !box) throw new Error('The form has two fields');
  const ended = new AbortController();
  restoreTypedOnReturn(document, ended.signal);
  const leaveAndReturn = () => {
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(new Event('pageshow'));
    field.value = '';
    vi.runAllTimers();
  };
  for (const text of ['529.982.247-25', '111.444.777-35']) {
    field.value = text;
    leaveAndReturn();
    expect(field.value).toBe(text);
  }
  expect(box.checked).toBe(true);
  ended.abort();
  leaveAndReturn();
  expect(field.value).toBe('');
});
