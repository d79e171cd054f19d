import { describe, expect, test } from 'vitest';
import {
  createForm,
  type FormConfig,
  type SubmitResult,
  type Values,
} from '../../../src/ui/form.ts';
import { missingText } from '../../../src/ui/form-parts.tsx';

const labels = { name: 'Nome', document: 'CPF', password: 'Senha' };
const right: Values = { name: 'Ana', document: '52998224725', password: 'Escova1' };

function check(values: Values) {
  const missing = Object.keys(labels).filter((name) => !values[name]);
  return {
    ...(values['document'] === '1' && { document: 'CPF Inválido' }),
    ...Object.fromEntries(missing.map((name) => [name, 'Campo obrigatório'])),
  };
}

function openForm(send: () => Promise<SubmitResult>, more: Partial<FormConfig> = {}) {
  const storedTexts: string[] = [];
  const draft = {
    get: () => storedTexts.at(-1) ?? null,
    set: (text: string) => void storedTexts.push(text),
    remove: () => void storedTexts.splice(0),
  };
  const explain = (problem: unknown) => [String((problem as { message?: string }).message)];
  const config = {
    id: 'x',
    labels,
    validate: check,
    submit: send,
    explain,
    draft,
    secret: ['password'],
    ...more,
  };
  const form = createForm(config);
  form.restore();
  return { form, config, draft };
}

function fillForm(form: ReturnType<typeof createForm>, values: Values = right) {
  for (const [name, value] of Object.entries(values)) form.change(name, value);
}

const accept = async (): Promise<SubmitResult> => ({ ok: true });
const refuse = (...fields: [string, string][]): SubmitResult => ({
  ok: false,
  error: { fields: fields.map(([field, message]) => ({ field, message })) },
});

describe('errors', () => {
  test('show when a field is left, not before', () => {
    const { form } = openForm(accept);
    form.change('document', '1');
    expect(form.$visibleErrors.get()).toEqual({});
    form.blur('document');
    expect(form.$visibleErrors.get()).toEqual({ document: 'CPF Inválido' });
  });

  test('follow the typing in a field that shows one', () => {
    const { form } = openForm(accept);
    form.blur('document');
    form.change('document', '1');
    expect(form.$visibleErrors.get()).toEqual({ document: 'CPF Inválido' });
    form.change('document', '2');
    expect(form.$visibleErrors.get()).toEqual({});
    form.change('document', '1');
    expect(form.$visibleErrors.get()).toEqual({});
  });

  test('all show when the form is submitted, and nothing is sent', async () => {
    let sent = 0;
    const { form } = openForm(async () => {
      sent += 1;
      return { ok: true };
    });
    form.change('name', 'Ana');
    await form.submit();
    expect(Object.keys(form.$visibleErrors.get())).toEqual(['document', 'password']);
    expect(form.$blockedSubmits.get()).toBe(1);
    expect(sent).toBe(0);
  });

  test('close the summary once the last of them is gone', async () => {
    const { form } = openForm(accept);
    await form.submit();
    fillForm(form);
    expect(form.$blockedSubmits.get()).toBe(0);
  });
});

describe('sending', () => {
  test('happens once, however often it is asked for', async () => {
    let sent = 0;
    const { form } = openForm(async () => {
      sent += 1;
      return { ok: true };
    });
    fillForm(form);
    await Promise.all([form.submit(), form.submit()]);
    await form.submit();
    expect(sent).toBe(1);
    expect(form.$step.get()).toEqual({ step: 'sent' });
  });

  test('puts refused fields beside them until their value changes', async () => {
    const { form } = openForm(async () => refuse(['document', 'Documento já cadastrado']));
    fillForm(form);
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'idle' });
    expect(form.$visibleErrors.get()).toEqual({ document: 'Documento já cadastrado' });
    expect(form.$blockedSubmits.get()).toBe(1);
    form.change('document', '111');
    expect(form.$visibleErrors.get()).toEqual({});
  });

  test('refuses the text that was sent, not the one that was typed meanwhile', async () => {
    const sent: Values[] = [];
    const { form } = openForm(accept, {
      async submit(values) {
        sent.push(values);
        if (sent.length > 1) return { ok: true };
        form.change('document', '11144477735');
        return refuse(['document', 'Documento já cadastrado'], ['password', 'Senha fraca']);
      },
    });
    fillForm(form);
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ password: 'Senha fraca' });
    expect(form.$blockedSubmits.get()).toBe(1);
    form.change('password', 'Escova2');
    await form.submit();
    expect(sent.at(-1)).toMatchObject({ document: '11144477735', password: 'Escova2' });
    expect(form.$step.get()).toEqual({ step: 'sent' });
  });

  test('opens no summary when all that was refused has been corrected meanwhile', async () => {
    const { form } = openForm(accept, {
      validate: () => ({}),
      async submit() {
        form.change('document', '111');
        return refuse(['document', 'Campo obrigatório']);
      },
    });
    await form.submit();
    expect(form.$errors.get()).toEqual({});
    expect(form.$blockedSubmits.get()).toBe(0);
    expect(form.$step.get()).toEqual({ step: 'idle' });
  });

  test('asks for nothing that comes with a value while that is refused', () => {
    const { form } = openForm(accept, {
      validate: ({ postcode, city }): Record<string, string> =>
        postcode && !city ? { city: 'Campo obrigatório' } : {},
    });
    form.change('postcode', '99999-999');
    expect(form.$errors.get()).toEqual({ city: 'Campo obrigatório' });
    form.refuse([{ field: 'postcode', message: 'CEP inválido' }]);
    expect(form.$errors.get()).toEqual({ postcode: 'CEP inválido' });
  });

  test('shows what was refused of a field in which nothing was ever typed', async () => {
    const { form } = openForm(async () => refuse(['document', 'Campo obrigatório']), {
      validate: () => ({}),
    });
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ document: 'Campo obrigatório' });
    form.change('document', '111');
    expect(form.$visibleErrors.get()).toEqual({});
  });

  test('puts refused fields beside them also where a page has deleted Object.hasOwn', async () => {
    const { form } = openForm(async () => refuse(['document', 'Documento já cadastrado']));
    fillForm(form);
    const { hasOwn } = Object;
    Reflect.deleteProperty(Object, 'hasOwn');
    await form.submit().finally(() => {
      Object.hasOwn = hasOwn;
    });
    expect(form.$visibleErrors.get()).toEqual({ document: 'Documento já cadastrado' });
  });

  test('explains refused fields that the form does not have', async () => {
    const explain = (problem: unknown) => [JSON.stringify(problem)];
    const send = async () => refuse(['document', 'Documento já cadastrado'], ['optIns', 'não']);
    const { form } = openForm(send, { explain });
    fillForm(form);
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ document: 'Documento já cadastrado' });
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['{"fields":[{"field":"optIns","message":"não"}]}'],
    });
  });

  test('explains what was thrown, keeps what was typed, and may be tried again', async () => {
    let lost = true;
    const { form } = openForm(async () => {
      if (lost) throw new Error('lost');
      return { ok: true };
    });
    fillForm(form);
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'failed', lines: ['lost'] });
    expect(form.$values.get()).toEqual(right);
    lost = false;
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'sent' });
  });

  test('shows no alert when there is nothing to say', async () => {
    const { form } = openForm(async () => refuse(), { explain: () => [] });
    fillForm(form);
    await form.submit();
    expect(form.$step.get()).toEqual({ step: 'idle' });
  });
});

describe('the draft', () => {
  test('brings back what was typed, without the password', () => {
    const { form, config } = openForm(accept);
    fillForm(form);
    const reloaded = createForm(config);
    reloaded.restore();
    expect(reloaded.$values.get()).toEqual({ name: 'Ana', document: '52998224725' });
  });

  test('shows what is wrong in it at once, but not what is still missing', () => {
    const { form, config } = openForm(accept);
    form.change('document', '1');
    const reloaded = createForm(config);
    reloaded.restore();
    expect(reloaded.$visibleErrors.get()).toEqual({ document: 'CPF Inválido' });
  });

  test('does not overwrite what was typed before the script came', () => {
    const { form, config } = openForm(accept);
    fillForm(form);
    const reloaded = createForm(config);
    reloaded.change('name', 'Bia');
    reloaded.restore();
    expect(reloaded.$values.get()).toMatchObject({ name: 'Bia', document: '52998224725' });
  });

  test('holds what differs from what the form began with, which may be newer by then', () => {
    const { form, config } = openForm(accept, { initial: { name: 'Ana', document: '1' } });
    form.change('name', '');
    const reloaded = createForm({ ...config, initial: { name: 'Ana', document: '2' } });
    reloaded.restore();
    expect(reloaded.$values.get()).toEqual({ name: '', document: '2' });
  });

  test('is gone once the form was sent', async () => {
    const { form, draft } = openForm(accept);
    fillForm(form);
    expect(draft.get()).not.toBeNull();
    await form.submit();
    expect(draft.get()).toBeNull();
  });

  test.each(['no json', '[1]', 'null', '{"name":7}', '{"other":"x"}'])(
    'is ignored if it reads %s',
    (text) => {
      const { config, draft } = openForm(accept);
      draft.set(text);
      const form = createForm(config);
      form.restore();
      expect(form.$values.get()).toEqual({});
    },
  );
});

describe('a form that loads what sends it when it is touched', () => {
  /** Loads fail until the network is back. */
  function openLater(connected = true) {
    const sent: Values[] = [];
    const network = { connected, loads: 0 };
    const load = async () => {
      network.loads += 1;
      if (!network.connected) throw new TypeError('Failed to fetch');
    };
    const opened = openForm(accept, {
      preload: () => load().then(accept),
      async submit(values) {
        await load();
        sent.push(values);
        return { ok: true };
      },
      async explain() {
        await load();
        return ['Recusado'];
      },
    });
    return { ...opened, sent, network };
  }

  test('loads nothing before the first touch', () => {
    const { form, network } = openLater();
    expect(network.loads).toBe(0);
    form.touch();
    expect(network.loads).toBe(1);
  });

  test('shows a refusal that loading found already', async () => {
    const { form } = openForm(accept, {
      preload: async () => ({ ok: false, error: { fields: [], message: 'Recusado' } }),
      explain: (problem) => [String(Object(problem).message)],
    });
    form.touch();
    await expect.poll(() => form.$step.get()).toEqual({ step: 'failed', lines: ['Recusado'] });
  });

  test('says so when it cannot be loaded, and is sent once it can', async () => {
    const { form, sent, network } = openLater(false);
    fillForm(form);
    await form.submit();
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: [
        'Não foi possível enviar. Confira a sua internet, recarregue a página e preencha o que faltar.',
      ],
    });
    form.dismiss();
    network.connected = true;
    await form.submit();
    expect(sent).toEqual([right]);
  });

  test('does not alert users who are still typing', async () => {
    const { form, network } = openLater(false);
    form.touch();
    form.change('name', 'Ana');
    form.blur('name');
    await expect.poll(() => network.loads).toBeGreaterThan(0);
    expect(form.$step.get()).toEqual({ step: 'idle' });
  });
});

test('the missing note tells empty fields from wrong ones', () => {
  const note = (values: Values) => missingText(labels, values, check(values), check(values));
  expect(note({})).toBe('Faltam 3 campos');
  expect(note({ name: 'Ana', document: '1' })).toBe('Confira 2 campos');
  expect(note({ ...right, document: '1' })).toBe('Confira: CPF');
  const typing = { name: 'Ana', document: '1' };
  expect(missingText(labels, typing, check(typing), {})).toBe('Faltam 2 campos');
  expect(note({ document: '1' }), 'as many as a summary lists').toBe('Confira 3 campos');
  expect(note(right)).toBe('');
});

test('the missing note writes names of fields as in a sentence', () => {
  const note = (label: string) => missingText({ it: label }, {}, { it: 'vazio' }, {});
  expect(note('E-mail')).toBe('Falta preencher: e-mail');
  expect(note('Razão Social')).toBe('Falta preencher: razão social');
  expect(note('CPF do representante')).toBe('Falta preencher: CPF do representante');
  expect(note('Você já usava Brisal?')).toBe('Falta preencher: você já usava Brisal');
});
