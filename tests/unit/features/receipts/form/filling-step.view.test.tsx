// @vitest-environment happy-dom
import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { NetworkError } from '../../../../../src/client/result.ts';
import type { ApiError } from '../../../../../src/contract/errors.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { FillingStep } from '../../../../../src/features/receipts/form/filling-step.tsx';
import {
  $refusal,
  followReceiptForm,
  receiptForm,
  receiptFormConfig,
  showRefusal,
  startCorrection,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  abandonReceipt,
  type ReceiptFormState,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import { $seriesExhausted } from '../../../../../src/features/receipts/receipt-details.store.ts';
import { $session } from '../../../../../src/features/session/session.store.ts';
import { createForm } from '../../../../../src/ui/form.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { newAccessKey } from '../../../../support/receipt-body.ts';
import { filledWith, receiptSite, sendingOf } from '../../../../support/receipt-site.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';

const today = '2026-11-23';
const site = await receiptSite();

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

const sendLater = () => button('Guardar e enviar depois');

const file = new File(['x'], 'nota.jpg');

afterEach(() => vi.useRealTimers());

/** A form of which the file alone is there, and what is wrong with it. */
function filledWithout(unusable: 'several' | null) {
  const empty = filledWith({});
  return { ...empty, file: { ...empty.file, unusable } } as const;
}

interface Trial {
  values?: Readonly<Record<string, string>>;
  refusal?: ApiError;
  session?: 'signed-in' | 'anonymous';
  violation?: ReceiptFormState['violation'];
}

function saveButton(server: ReceiptFormState['serverReading'], trial: Trial = {}) {
  const { values = {}, refusal, session = 'signed-in', violation = null } = trial;
  setEnvironment(pageEnvironment({ site, now: () => new Date() }));
  $session.set({ state: session });
  const file = {
    file: new File(['x'], 'nota.jpg'),
    unusable: null,
  } as unknown as ReceiptFormState['file'];
  const read = { cnpj: '11222333000181' };
  const filling: ReceiptFormState = {
    step: 'filling',
    file,
    violation,
    readFields: read,
    officeValues: {},
    serverReading: server,
  };
  const config = receiptFormConfig(site);
  const form = createForm({ ...config, id: 'nota-de-teste' });
  for (const [name, value] of Object.entries({ cnpj: '11222333000181', ...values })) {
    form.change(name, value);
    form.blur(name);
  }
  $refusal.set(null);
  if (refusal) {
    form.refuse(refusal.fields);
    showRefusal(refusal, form.$values.get(), config.labels);
  }
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  const page = renderToStaticMarkup(<FillingStep site={site} form={form} state={filling} />);
  vi.unstubAllGlobals();
  return { page, button: /<button[^>]*>(?=<span>salvar)/.exec(page)?.[0] };
}

it('the key of a phone’s keyboard leads on from the code, as Enter does', () => {
  expect(saveButton('settled').page).toMatch(/<textarea[^>]*enterkeyhint="next"/i);
});

it('the save button waits while fields are being read, and says which', () => {
  const { page, button } = saveButton('pending');
  expect(page).toContain('Lendo na foto o que falta: Código da Nota, Data da compra, Valor Total.');
  expect(button).toContain('aria-disabled="true"');
  expect(button).toContain('nota-leitura');
});

it.each(['settled', 'late'] as const)(
  'the save button can be pressed once the reading is %s',
  (reading) => {
    const { page, button } = saveButton(reading);
    expect(page).not.toContain('Lendo na foto');
    expect(button).toContain('aria-disabled="false"');
    expect(button).toContain('type="submit"');
  },
);

const purchase = { totalAmount: '54,90', accelerator: 'yes', purchaseDate: '23/11/2026' };

it('numbers are announced, but none while a field is wrong or once all are given out', () => {
  expect(saveButton('settled', { values: purchase }).page).toContain('ticket-count');
  const tooEarly = { ...purchase, purchaseDate: '01/01/2020' };
  expect(saveButton('settled', { values: tooEarly }).page).not.toContain('ticket-count');
  $seriesExhausted.set(true);
  expect(saveButton('settled', { values: purchase }).page).not.toContain('ticket-count');
  $seriesExhausted.set(false);
});

it('a file of another format is refused with the formats that are accepted', () => {
  expect(saveButton('settled', { violation: 'FILE_TYPE' }).page).toMatch(
    /role="alert"[^>]*>.*Formato de arquivo inválido\. Envie JPG, PNG ou PDF\.<\/p>/,
  );
});

it('the way to save of a user who is not signed in is a button to the sign-in', () => {
  const { page, button } = saveButton('settled', { session: 'anonymous' });
  expect(page).toContain('Entre na sua conta para salvar. O que está aqui fica guardado.');
  expect(page).toMatch(/<a class="button button-wide" [^>]*#entrar">Entrar</);
  expect(button).toContain('button-secondary');
  expect(button).toContain('aria-disabled="true"');
});

it('a receipt that another user sent promises nothing, and leads to another one or to the support', () => {
  const message = 'Nota já cadastrada';
  const fields = [{ field: 'identifier', message }];
  const { page, button } = saveButton('settled', {
    values: { ...purchase, identifier: '123456' },
    refusal: { code: 'DUPLICATE', status: 409, message, fields },
  });
  expect(page).not.toContain('ticket-count');
  expect(page).toContain('Ela já está no seu cadastro ou no de outra pessoa.');
  expect(page).toContain('<button type="button" class="button">Enviar outra nota<');
  expect(page).toMatch(/A nota é sua\? <a href="[^"]*#fale-conosco">Fale conosco</);
  expect(page).not.toContain('Ver a Nota');
  expect(page).toContain('Corrigir os dados');
  const [, inForm = ''] = page.split('Corrigir os dados');
  expect(inForm, 'beside the field, which opens then').toMatch(
    /<p class="field-error" id="([^"]+)">.*?Nota já cadastrada<\/p><textarea[^>]*aria-describedby="\1[ "]/,
  );
  expect(button, 'until the fields are opened').toBeUndefined();
});

it('a form whose script comes after its receipt was read is filled in and folded when it first shows', () => {
  setEnvironment(pageEnvironment({ site }));
  $refusal.set(null);
  const filling = {
    step: 'filling',
    file: { file: new File(['x'], 'nota.jpg'), unusable: null },
    violation: null,
    readFields: { identifier: '123456', cnpj: '11.222.333/0001-81', ...purchase },
    officeValues: {},
    serverReading: 'settled',
  } as unknown as ReceiptFormState;
  $newReceipt.set(filling);
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  // Renders without effects.
  const page = renderToStaticMarkup(
    <FillingStep site={site} form={receiptForm()} state={filling} />,
  );
  vi.unstubAllGlobals();
  expect(page).toMatch(/<h2>[^<]*54,90 em 23\/11\/2026/);
  expect(page).toContain('>Corrigir</button>');
});

function ShownForm() {
  const state = useStore($newReceipt);
  return 'readFields' in state && <FillingStep site={site} form={receiptForm()} state={state} />;
}

const goTo = (state: ReceiptFormState) => flushSync(() => $newReceipt.set(state));

function openForm(state: ReceiptFormState) {
  setEnvironment(pageEnvironment({ site }));
  $newReceipt.set(state);
  return followForm();
}

/** The page with the step of its form, which it follows until the test is finished. */
function followForm() {
  const stop = followReceiptForm();
  const root = renderInPage(<ShownForm />);
  onTestFinished(() => {
    root.unmount();
    abandonReceipt();
    stop();
  });
  return receiptForm();
}

it('a user without an answer within 8 seconds can end the sending', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = new AbortController();
  const sending = sendingOf(filledWith({}), stop);
  openForm(sending);
  const regions = [...document.querySelectorAll('[aria-live]')];
  const said = () => regions.map(({ textContent }) => textContent).join('');
  const shown = () => document.querySelector('[aria-live]:not(.visually-hidden)')?.textContent;
  flushSync(() => vi.advanceTimersByTime(7_999));
  expect(sendLater()).toBeUndefined();
  expect(said()).not.toContain('demorando');
  expect(shown()).toBeUndefined();
  flushSync(() => vi.advanceTimersByTime(1));
  expect(said(), 'in a region that was there before').toContain(
    'Está demorando. Você pode cancelar o envio.',
  );
  expect(shown(), 'above the button').toBe('Está demorando. Você pode cancelar o envio.');
  expect(sendLater(), 'it cannot be sent later unless the device has stored it').toBeUndefined();
  expect(button('Cancelar')).toBeDefined();
  const stored = { ...sending, isStoredOnDevice: true };
  goTo(stored);
  expect(button('Cancelar')).toBeUndefined();
  expect(said()).toContain('Está demorando. Você pode guardar e enviar depois.');
  sendLater()?.click();
  expect(stop.signal.aborted).toBe(true);
  expect(receiptFormConfig(site).explain(new NetworkError('aborted'))).toEqual([
    'O envio foi interrompido. Para enviar, salve de novo: a mesma nota não conta duas vezes.',
  ]);
});

const whole = filledWith({
  identifier: '0001 2345 1',
  purchaseDate: '22/11/2026',
  cnpj: '11.222.333/0001-81',
  totalAmount: '54,90',
});

it('a form that was there before its receipt was read is filled in before it shows', () => {
  setEnvironment(pageEnvironment({ site }));
  const form = followForm();
  $newReceipt.set(whole);
  expect(form.$values.get()).toEqual(whole.readFields);
  abandonReceipt();
  expect(form.$values.get(), 'of a receipt that is given up').toEqual({});
});

it('a form stays open at a field that the user has emptied, when its file is read again', () => {
  const form = openForm(whole);
  flushSync(() => button('Corrigir')?.click());
  flushSync(() => form.change('cnpj', ''));
  goTo({ ...whole, file: { ...whole.file } });
  expect(document.querySelector('textarea')?.closest('[hidden]')).toBeNull();
});

it('an answer of one’s own stays, with its focus, when the tax office lists the product', () => {
  const read = { identifier: '0001 2345 1', cnpj: '11.222.333/0001-81' };
  const reading = { ...filledWith(read), serverReading: 'pending' } as const;
  openForm(reading);
  const no = document.querySelector<HTMLInputElement>('input[value=no]');
  no?.focus();
  flushSync(() => no?.click());
  const office = {
    ...read,
    purchaseDate: '22/11/2026',
    totalAmount: '54,90',
    accelerator: 'yes',
  };
  const answered = {
    ...reading,
    readFields: office,
    officeValues: office,
    serverReading: 'settled',
  } as const;
  goTo(answered);
  expect(document.querySelector('textarea')?.closest('[hidden]')).not.toBeNull();
  expect(document.activeElement).toBe(no);
  expect(no?.checked).toBe(true);
  expect(no?.closest('[hidden]')).toBeNull();
  expect(no?.closest('fieldset')?.textContent).toContain(
    'Na Sefaz, esta nota tem este produto. Confira sua resposta',
  );
});

it('a user who sent this receipt before gets links to it and to another one, and all fields fold', () => {
  const form = openForm(whole);
  const message = 'Nota já cadastrada';
  const gain = () => document.querySelector('[role="status"] .ticket')?.textContent;
  expect(gain()).toBe('1 ou 11números da sorte se a nota for aceita');
  flushSync(() => form.change('accelerator', 'yes'));
  expect(gain()).toBe('11números da sorte se a nota for aceita');
  flushSync(() => button('Corrigir')?.click());
  const refuse = (status: string) => {
    form.refuse([{ field: 'identifier', message }]);
    $refusal.set({
      fields: [
        {
          field: 'identifier',
          value: form.$values.get()['identifier'] ?? '',
          lead: 'O campo "Código da Nota"',
          message,
        },
      ],
      isDuplicate: true,
      duplicateOf: { id: 7, position: 1, status },
    });
  };
  flushSync(() => refuse('REJECTED'));
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(
    'Ela é a sua Nota 1, que foi reprovada. A equipe pode liberar um novo envio: Fale conosco',
  );
  flushSync(() => refuse('IN_ANALYSIS'));
  const first = document.querySelector('[role="alert"] a');
  expect(first?.textContent).toBe('Ver a Nota 1');
  expect(first?.getAttribute('href')).toBe('/minhas-notas#nota-1');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(
    'O campo "Código da Nota" Nota já cadastradaEla é a sua Nota 1.',
  );
  expect(document.querySelector('[role="alert"] .visually-hidden')?.textContent).toMatch(
    /^O campo/,
  );
  const fields = () => document.querySelector('textarea')?.closest('[hidden]');
  expect(fields()).not.toBeNull();
  expect(button('salvar')).toBeUndefined();
  expect(document.querySelector('h2')?.textContent).toMatch(
    /54,90 em 22\/11\/2026 na Bom Vizinho$/,
  );
  flushSync(() => button('Corrigir os dados')?.click());
  expect(fields()).toBeNull();
  expect(button('salvar')).toBeDefined();
  expect(gain(), 'a receipt that was sent brings nothing more').toBeUndefined();
  flushSync(() => button('Enviar outra nota')?.click());
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
});

it('the text that has the focus hands it to the one that a late answer puts in its place', () => {
  $refusal.set(null);
  const read = { identifier: '0001 2345 1', cnpj: '11.222.333/0001-81' };
  const reading = { ...filledWith(read), serverReading: 'pending' } as const;
  openForm(reading);
  const show = (filling: ReceiptFormState) => {
    goTo(filling);
    return document.activeElement?.textContent;
  };
  expect(show(reading)).toBe('Nota lida. Procurando o que falta…');
  expect(show({ ...reading, serverReading: 'settled' })).toBe(
    'Nota lida. Confira os campos e preencha o que falta',
  );
  const office = { ...read, purchaseDate: '22/11/2026', totalAmount: '54,90' };
  const whole = { ...reading, readFields: office, serverReading: 'settled' } as const;
  expect(show(whole)).toBe('Nota lida. Confira e salve');
  const no = document.querySelector<HTMLInputElement>('input[value=no]');
  no?.focus();
  show(reading);
  show({ ...reading, serverReading: 'settled' });
  expect(no, 'a field keeps the focus').toBe(document.activeElement);
});

it('the head of a receipt gives way to what was refused of its fields, as long as that stands', () => {
  const filling = filledWithout('several');
  const form = openForm(filling);
  goTo(filling);
  const isShown = () => document.querySelector<HTMLElement>('.receipt-read')?.hidden === false;
  const refuse = (refusal: ApiError) =>
    flushSync(() => showRefusal(refusal, form.$values.get(), form.labels));
  refuse({ status: 429, code: 'TOO_MANY_REQUESTS', message: '', fields: [] });
  expect(isShown()).toBe(true);
  const fields = [{ field: 'cnpj', message: 'CNPJ Inválido' }];
  refuse({ status: 400, code: 'INVALID_FIELDS', message: '', fields });
  expect(isShown()).toBe(false);
  flushSync(() => form.change('cnpj', '11.222.333/0001-81'));
  expect(isShown()).toBe(true);
});

it('a receipt that is corrected shows beside its field, and above the form, what was refused', () => {
  const receipt = queuedReceipt('ana', new Date(today));
  const message = 'Nota já cadastrada';
  const fields = [{ field: 'identifier', message }];
  const refusal = { status: 409, code: 'DUPLICATE', message: '', fields };
  setEnvironment(pageEnvironment({ site }));
  startCorrection({ ...receipt, refusal });
  const html = renderToStaticMarkup(<ShownForm />);
  expect(html, 'before any effect of a view has run').toContain(message);
  followForm();
  const number = document.querySelector('textarea');
  expect(number?.getAttribute('aria-invalid')).toBe('true');
  expect(number?.closest('[hidden]')).toBeNull();
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(message);
});

it('the head of a receipt that was read says what is to be looked at, and then that it is sent', () => {
  const read = {
    identifier: newAccessKey('2026-11-22'),
    purchaseDate: '22/11/2026',
    cnpj: '45.997.418/0001-53',
    totalAmount: '54,90',
    accelerator: 'yes',
  };
  const filling = filledWith(read);
  const sending = sendingOf(filling);
  const form = openForm(filling);
  const show = (state: ReceiptFormState) => {
    goTo(state);
    const head = document.querySelector('.receipt-read');
    return [
      head?.textContent,
      head
        ?.querySelector('img')
        ?.getAttribute('src')
        ?.match(/-(\w+)/)?.[1],
    ];
  };
  const change = () =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Trocar arquivo',
    );
  expect(show(filling)).toEqual(['Confira o CNPJ Se estiver certo, salve assim mesmo.', 'lista']);
  const cnpj = document.querySelector('#nota-cnpj');
  const hint = document.getElementById(cnpj?.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Não é o CNPJ que está no Código da Nota. Confira os dois.');
  expect(cnpj?.closest('.field')?.textContent).not.toContain('lido da nota');
  expect(change()?.getAttribute('aria-disabled')).toBe('false');
  expect(show(sending)).toEqual(['Enviando a nota…', 'le']);
  expect(change()?.getAttribute('aria-disabled')).toBe('true');
  expect(change()?.getAttribute('aria-busy')).toBe('false');
  flushSync(() => form.change('cnpj', '11.222.333/0001-81'));
  expect(show(filling)).toEqual(['Nota lida. Confira e salve', 'comemora']);
});

it.each([
  ['that holds several receipts asks first for another one', 'several', 'settled', true],
  ['in which nothing was read may be replaced', null, 'settled', false],
  ['that is still being read is replaced beside its picture', null, 'pending', null],
] as const)('a file %s', (_what, unusable, serverReading, isFirst) => {
  $refusal.set(null);
  const filling = { ...filledWithout(unusable), serverReading } as const;
  openForm(filling);
  goTo(filling);
  const buttons = [...document.querySelectorAll('button')];
  const [way, ...others] = buttons.filter(({ textContent }) => textContent === 'Trocar arquivo');
  expect(others).toEqual([]);
  expect(way?.closest('.message, .receipt-read') !== null).toBe(isFirst !== null);
  if (isFirst !== null) expect(way?.classList.contains('button-secondary')).toBe(!isFirst);
});

function openUnread(upload: Blob = file): void {
  const unread = filledWith({});
  openForm({ ...unread, file: { ...unread.file, upload } });
}

it('beside the form the picture shows as it is sent, not as large as it was chosen', () => {
  const drawn = vi.spyOn(URL, 'createObjectURL');
  openUnread(new Blob(['menor']));
  expect(drawn.mock.calls.map(([object]) => Object(object).size)).toEqual([5, 5]);
});

it('fields are filled in by hand for a picture of several receipts only if the user asks for that', () => {
  $refusal.set(null);
  const filling = filledWithout('several');
  openForm(filling);
  goTo(filling);
  expect(document.querySelector('details')?.open).toBe(true);
  expect(button('salvar')).toBeUndefined();
  flushSync(() => button('Preencher à mão')?.click());
  expect(button('salvar')?.classList.contains('button-secondary')).toBe(true);
  expect(document.activeElement?.id).toBe('nota-identifier');
});
