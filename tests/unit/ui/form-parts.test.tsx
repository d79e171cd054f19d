// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createForm, type FormConfig, type FormStore } from '../../../src/ui/form.ts';
import { ErrorSummary, Form, SubmitButton } from '../../../src/ui/form-parts.tsx';
import { PasswordField, TextField } from '../../../src/ui/inputs.tsx';
import { waitFor } from '../../support/wait-for.ts';

let sent: string[];
let root: Root;

beforeEach(() => {
  sent = [];
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => root.unmount());

/** Calls back as soon as the form stands in the page: no later task has run, nothing was painted. */
function onceThere(act: (form: HTMLFormElement) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => {
    const form = document.querySelector('form');
    if (!form) return;
    observer.disconnect();
    try {
      act(form);
      resolve();
    } catch (failure) {
      reject(failure);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return promise;
}

function NameForm({ form }: { form: FormStore }) {
  return (
    <Form form={form}>
      <TextField form={form} name="name" />
      <SubmitButton form={form}>Salvar</SubmitButton>
    </Form>
  );
}

function openForm(act: (name: string) => void, more: Partial<FormConfig> = {}) {
  return createForm({
    ...more,
    id: 'f',
    labels: { name: 'Nome' },
    validate: (values) => (values['name'] ? {} : { name: 'Campo obrigatório' }),
    submit: async (values) => {
      act(values['name'] ?? '');
      return { ok: true };
    },
    explain: () => [],
  });
}

test('a form takes keys from the moment it is there: what is typed and an Enter at once are sent', async () => {
  const form = openForm((name) => sent.push(name));
  const acted = onceThere((element) => {
    const field = element.querySelector('input') as HTMLInputElement;
    field.value = 'Ana';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    // A browser submits on Enter by the button, unless that is disabled.
    const button = element.querySelector('button') as HTMLButtonElement;
    expect(button.disabled).toBe(false);
    button.click();
  });
  root.render(<NameForm form={form} />);
  await acted;
  await waitFor(() => expect(sent).toEqual(['Ana']));
});

test('a form sends what a password manager filled in without an event', async () => {
  const form = openForm((name) => sent.push(name));
  const shown = onceThere(() => {});
  root.render(<NameForm form={form} />);
  await shown;
  for (const field of document.querySelectorAll('input')) field.value = 'Ana';
  document.querySelector('button')?.click();
  await waitFor(() => expect(sent).toEqual(['Ana']));
});

test('a field is announced as invalid only once a submit has found it so', async () => {
  const form = openForm(() => {});
  const shown = onceThere(() => {});
  root.render(<NameForm form={form} />);
  await shown;
  const invalid = () => document.querySelector('input')?.getAttribute('aria-invalid');
  expect(invalid()).toBe('false');
  await form.submit();
  await waitFor(() => expect(invalid()).toBe('true'));
});

test('the summary of errors has the focus and its number as name, and is not read again by itself', async () => {
  const form = openForm(() => {});
  const shown = onceThere(() => {});
  root.render(
    <Form form={form}>
      <ErrorSummary form={form} />
      <TextField form={form} name="name" />
    </Form>,
  );
  await shown;
  await form.submit();
  await waitFor(() => expect(document.activeElement?.className).toBe('error-summary'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Confira 1 campo');
  expect(document.activeElement?.closest('[role=alert], [role=status], [aria-live]')).toBeNull();
});

test('a success is announced although it takes the form out of the page', async () => {
  const form = openForm(() => {});
  form.change('name', 'Ana');
  const shown = onceThere(() => {});
  root.render(<Form form={form}>{null}</Form>);
  await shown;
  const announced = new Promise((resolve) =>
    window.addEventListener('promo:success', ({ detail }) => resolve(detail), { once: true }),
  );
  const submitted = form.submit();
  flushSync(() => root.render(null));
  await submitted;
  expect(await announced).toEqual({ form: 'f' });
});

test('a form lists missing fields from the start, and its first focus loads the submit code once', async () => {
  const preload = vi.fn();
  const form = openForm(() => {}, { preload });
  const shown = onceThere(() => {});
  root.render(<NameForm form={form} />);
  await shown;
  const note = document.getElementById('f-falta');
  expect(preload).not.toHaveBeenCalled();
  expect(note?.textContent).toBe('Falta preencher: nome');
  document.querySelector('input')?.focus();
  document.querySelector('button')?.focus();
  expect(preload).toHaveBeenCalledTimes(1);
});

test('typing is a touch too, where the page itself had given the field the focus', async () => {
  const preload = vi.fn();
  const form = openForm(() => {}, { preload });
  const shown = onceThere(() => {});
  root.render(
    <Form form={form}>
      <TextField form={form} name="name" />
    </Form>,
  );
  await shown;
  const field = document.querySelector('input');
  field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(preload).toHaveBeenCalledTimes(1);
});

test.each([
  ['hidden where two fields stand above it', ['name', 'city'], 'visually-hidden'],
  ['shown below a longer form', ['name', 'city', 'note'], 'missing-note'],
])('the reason why the button waits is %s, and always describes it', (_title, names, look) => {
  const form = createForm({
    id: 'f',
    labels: Object.fromEntries(names.map((name) => [name, name])),
    validate: () => Object.fromEntries(names.map((name) => [name, 'Campo obrigatório'])),
    submit: async () => ({ ok: true }),
    explain: () => [],
  });
  flushSync(() =>
    root.render(
      <Form form={form}>
        <SubmitButton form={form}>Salvar</SubmitButton>
      </Form>,
    ),
  );
  const note = document.querySelector('button')?.getAttribute('aria-describedby');
  const { className, textContent } = document.getElementById(note ?? '') ?? {};
  expect({ className, textContent }).toEqual({
    className: look,
    textContent: `Faltam ${names.length} campos`,
  });
});

test('a press that errors stop leads to the first wrong field where no summary stands', async () => {
  const form = openForm((name) => sent.push(name));
  flushSync(() =>
    root.render(
      <Form form={form}>
        <TextField form={form} name="name" />
        <SubmitButton form={form}>Salvar</SubmitButton>
      </Form>,
    ),
  );
  document.querySelector('button')?.focus();
  await form.submit();
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('input')));
  expect(sent).toEqual([]);
});

test('the button that shows a password says what a press does, not a second time whether it was pressed', () => {
  const form = openForm(() => {});
  flushSync(() =>
    root.render(
      <PasswordField form={form} name="name" label="Senha" autoComplete="current-password" />,
    ),
  );
  const button = document.querySelector('button');
  expect(button?.textContent).toBe('Mostrar senha');
  flushSync(() => button?.click());
  expect(document.querySelector('input')?.type).toBe('text');
  expect(button?.textContent).toBe('Ocultar senha');
  expect(button?.hasAttribute('aria-pressed')).toBe(false);
});
