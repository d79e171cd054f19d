import type { Errors, FormStore, Values } from './form.ts';
import type { Mask } from './masks.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes over text typed before hydration; later writes to the control only values from elsewhere. */
export function bindControl(
  form: FormStore,
  name: string,
  control: Control,
  mask?: Mask,
): () => void {
  let isTyped = false;
  const take = () => {
    isTyped = true;
    const value = read(control);
    if (value !== null) form.change(name, value);
  };
  const takeMasked = () => {
    if (mask && 'select' in control) applyMask(control, mask);
    take();
  };
  const write = (values: Values) => {
    const value = values[name] ?? '';
    if (read(control) === value) return;
    writeTo(control, mask?.format(value) ?? value);
    // A draft may arrive in a focused field just before the first key, which then replaces it.
    if (!isTyped && control.matches(':focus') && 'select' in control) control.select();
  };
  const mark = (errors: Errors) =>
    control.classList.toggle('answered', Boolean(form.$values.get()[name]) && !errors[name]);
  const listeners: Record<string, (event: Event) => void> = {
    // A mask would interrupt an input method in the middle of a word.
    input: (event) => (event instanceof InputEvent && event.isComposing ? take() : takeMasked()),
    compositionend: takeMasked,
    change: takeMasked,
    blur(event) {
      // The window has lost the focus, not the field.
      if (document.activeElement === control) return;
      if (event instanceof FocusEvent && isSameQuestion(control, event.relatedTarget)) return;
      if (mask?.complete) control.value = mask.complete(control.value);
      takeMasked();
      afterPress(() => form.blur(name));
    },
  };

  if (read(control)) {
    takeMasked();
    // Nothing has checked a field that was left before its script arrived.
    if (!control.matches(':focus')) form.blur(name);
  } else write(form.$values.get());
  const stops = [form.$values.listen(write), form.$errors.subscribe(mark)];
  const events = Object.entries(listeners);
  for (const [event, listener] of events) control.addEventListener(event, listener);
  return () => {
    for (const stop of stops) stop();
    for (const [event, listener] of events) control.removeEventListener(event, listener);
  };
}

function isSameQuestion(control: Control, other: EventTarget | null): boolean {
  return (
    control.type === 'radio' && other instanceof HTMLInputElement && other.name === control.name
  );
}

/** Null for a radio button that is not selected. */
function read(control: Control): string | null {
  if (!isTickable(control) || control.checked) return control.value;
  return control.type === 'radio' ? null : '';
}

function writeTo(control: Control, value: string): void {
  if (isTickable(control)) control.checked = control.value === value;
  else control.value = value;
}

/** Our checkboxes have no value of their own, which the browser reads as `on`. */
function isTickable(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}

/** Pads with zeros only before the caret, so slashes after it go first; then the caret is put back. */
function applyMask(control: HTMLInputElement | HTMLTextAreaElement, mask: Mask): void {
  const typed = control.value;
  const caret = control.selectionStart ?? typed.length;
  const head = mask.format(typed.slice(0, caret));
  const formatted = mask.format(head + typed.slice(caret).replaceAll('/', ''));
  if (formatted === typed) return;
  control.value = formatted;
  if (document.activeElement === control) control.setSelectionRange(head.length, head.length);
}

/** Undefined while nothing is pressed. */
let waitingWork: (() => void)[] | undefined;

// A key ends a press too: browsers keep its end to themselves if it opened a list or a menu.
for (const event of ['pointerdown', 'pointerup', 'pointercancel', 'keydown'])
  globalThis.document?.addEventListener(event, followPress, true);

/** Waits for another task, because the click comes in the same one as the end of its press. */
function followPress({ type }: Event): void {
  const work = waitingWork ?? [];
  waitingWork = type === 'pointerdown' ? work : undefined;
  if (waitingWork) return;
  setTimeout(() => {
    for (const show of work) show();
  });
}

/** Delays a message until a press has ended, because it could move what is under the pointer. */
function afterPress(work: () => void): void {
  if (waitingWork) waitingWork.push(work);
  else work();
}
