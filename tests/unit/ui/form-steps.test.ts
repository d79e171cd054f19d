import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doublePressMs } from '../../../src/ui/dialog.tsx';
import {
  createForm,
  type FormStore,
  type SubmitResult,
  type Values,
} from '../../../src/ui/form.ts';
import { createFormSteps, type FormSteps } from '../../../src/ui/form-steps.ts';

const labels = { email: 'Email', password: 'Senha', name: 'Nome' };

let form: FormStore;
let steps: FormSteps;
let sent: Values[];
let answer: SubmitResult;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  sent = [];
  answer = { ok: true };
  form = createForm({
    id: 'f',
    labels,
    validate: (values) =>
      Object.fromEntries(
        Object.keys(labels).flatMap((name) => (values[name] ? [] : [[name, 'Campo obrigatório']])),
      ),
    async submit(values) {
      sent.push(values);
      return answer;
    },
    explain: () => [],
  });
  steps = createFormSteps(form, [['email', 'password'], ['name']]);
});

afterEach(() => vi.useRealTimers());

const part = (): FormStore => steps.parts[steps.$stepIndex.get()] as FormStore;

async function fillFirst() {
  form.change('email', 'ana@exemplo.com.br');
  form.change('password', 'Escova1');
  await part().submit();
  vi.advanceTimersByTime(doublePressMs);
}

test('a step knows its own fields alone', () => {
  expect(part().labels).toEqual({ email: 'Email', password: 'Senha' });
  expect(Object.keys(part().$errors.get())).toEqual(['email', 'password']);
});

test('a step that is not right stays, and says so', async () => {
  await part().submit();
  expect(steps.$stepIndex.get()).toBe(0);
  expect(Object.keys(part().$visibleErrors.get())).toEqual(['email', 'password']);
  expect(part().$blockedSubmits.get()).toBe(1);
  expect(form.$visibleErrors.get()).not.toHaveProperty('name');
});

test('a step that is right goes on without sending, and back keeps what was typed', async () => {
  await fillFirst();
  expect(steps.$stepIndex.get()).toBe(1);
  expect(part().$visibleErrors.get()).toEqual({});
  steps.back();
  steps.back();
  expect(steps.$stepIndex.get()).toBe(0);
  expect(part().$values.get()).toMatchObject({ password: 'Escova1' });
  expect(sent).toEqual([]);
});

test('the second press of a double press asks nothing of the step that came by the first', async () => {
  form.change('email', 'ana@exemplo.com.br');
  form.change('password', 'Escova1');
  await part().submit();
  await part().submit();
  expect(steps.$stepIndex.get()).toBe(1);
  expect([part().$visibleErrors.get(), part().$blockedSubmits.get()]).toEqual([{}, 0]);
  vi.advanceTimersByTime(doublePressMs);
  await part().submit();
  expect(part().$visibleErrors.get()).toEqual({ name: 'Campo obrigatório' });
});

test('the second press of a double press does not send what an earlier visit to the last step left', async () => {
  form.change('name', 'Ana');
  form.change('email', 'ana@exemplo.com.br');
  form.change('password', 'Escova1');
  await part().submit();
  await part().submit();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(doublePressMs);
  await part().submit();
  expect(sent).toHaveLength(1);
});

test('the last step sends the whole', async () => {
  await fillFirst();
  form.change('name', 'Ana');
  await part().submit();
  expect(sent).toEqual([{ email: 'ana@exemplo.com.br', password: 'Escova1', name: 'Ana' }]);
  expect(form.$step.get()).toEqual({ step: 'sent' });
});

test('a refused field leads back to its step, with the message beside it', async () => {
  answer = {
    ok: false,
    error: {
      fields: [
        { field: 'email', message: 'Email já cadastrado' },
        { field: 'name', message: 'Nome já cadastrado' },
      ],
    },
  };
  await fillFirst();
  form.change('name', 'Ana');
  await part().submit();
  expect(steps.$stepIndex.get()).toBe(0);
  expect(part().$visibleErrors.get()).toEqual({ email: 'Email já cadastrado' });
  expect(part().$blockedSubmits.get()).toBe(1);
  form.change('email', 'bia@exemplo.com.br');
  expect(part().$blockedSubmits.get()).toBe(0);
  await part().submit();
  expect(part().$visibleErrors.get()).toEqual({ name: 'Nome já cadastrado' });
});
