// @vitest-environment happy-dom
import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildCampaign, embeddedCampaign } from '../../../../src/campaign/load.ts';
import { readSubject } from '../../../../src/client/credentials.ts';
import { NetworkError } from '../../../../src/client/result.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import type { ApiError } from '../../../../src/contract/errors.ts';
import { environment, setEnvironment } from '../../../../src/environment.ts';
import type { Camera } from '../../../../src/features/receipts/camera/camera.ts';
import { ReceiptCamera } from '../../../../src/features/receipts/camera/receipt-camera.tsx';
import { $viewfinder } from '../../../../src/features/receipts/camera/viewfinder.store.ts';
import { FillingStep } from '../../../../src/features/receipts/form/filling-step.tsx';
import {
  $refusal,
  followReceiptForm,
  receiptForm,
  receiptFormConfig,
  showRefusal,
  startCorrection,
} from '../../../../src/features/receipts/form/receipt-form.store.ts';
import { NewReceipt } from '../../../../src/features/receipts/new-receipt.island.tsx';
import {
  $newReceipt,
  abandonReceipt,
  leaveOnceClosed,
  type ReceiptFormState,
  refuseFile,
} from '../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox } from '../../../../src/features/receipts/outbox/outbox.store.ts';
import { unsentFile } from '../../../../src/features/receipts/receipt-storage.ts';
import { $session } from '../../../../src/features/session/session.store.ts';
import { receiptProps } from '../../../../src/layouts/site-props.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { queuedReceipt } from '../../../support/queued-receipt.ts';
import { newAccessKey } from '../../../support/receipt-body.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
// Props of receipts name the build's pictures.
await buildCampaign();
const site = receiptProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

afterEach(() => vi.useRealTimers());

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** The page follows its session, its queue and its file in a task after its first. */
const untilFollowed = () => new Promise((resolve) => setTimeout(resolve));

const sendLater = () => button('Guardar e enviar depois');

const file = new File(['x'], 'nota.jpg');

function storeSession(storage = environment().storage): void {
  const expiresAt = Date.parse('2026-11-23T13:00:00Z');
  const session = { version: 1, token: 't', expiresAt, tenantId: 'embedded' };
  storage.set(credentialsKey, JSON.stringify(session));
}

it('a page that the browser kept after a result begins anew on the way back', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const visited: string[] = [];
  const storage = memoryStore();
  storeSession(storage);
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async () => Response.json([]),
      storage,
      navigate: (path) => void visited.push(path),
    }),
  );
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const receipt = { status: 'IN_ANALYSIS', engineOrders: [] };
  $newReceipt.set({ step: 'saved', receipt, next: 'home' });
  root.render(<NewReceipt site={site} />);
  await waitFor(() => expect(visited).toContain('/'));
  window.dispatchEvent(new Event('pageshow'));
  expect(reload).toHaveBeenCalledOnce();
  root.unmount();
  $newReceipt.set({ step: 'saved', receipt, next: 'home' });
  const inFrame = createRoot(document.querySelector('main') as HTMLElement);
  inFrame.render(<NewReceipt site={site} />);
  await waitFor(() => expect(visited).toEqual(['/', '/']));
  const begun = { step: 'chosen', file, violation: null } as const;
  $newReceipt.set(begun);
  window.dispatchEvent(new Event('pageshow'));
  expect($newReceipt.get(), 'the next receipt, begun in a frame that stayed').toBe(begun);
  expect(reload).toHaveBeenCalledOnce();
  inFrame.unmount();
});

it('a page open across the end rests the camera and leads to the closed dialog, once nothing is unsent', async () => {
  const visited: string[] = [];
  const asked: string[] = [];
  const { dataset } = document.documentElement;
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async (input) => {
        asked.push(String(input));
        return Response.json([]);
      },
      phase: () => (dataset['phase'] === 'over' ? 'over' : 'open'),
      navigate: (path) => void visited.push(path),
    }),
  );
  storeSession();
  $newReceipt.set({ step: 'chosen', file, violation: null });
  const root = renderInPage(<NewReceipt site={site} />);
  // As the page's script does at a click.
  dataset['phase'] = 'over';
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked.filter((address) => address.endsWith('/poll'))).toEqual([]);
  abandonReceipt();
  await waitFor(() => expect(visited).toEqual(['/#encerrada']));
  root.unmount();

  visited.length = 0;
  dataset['phase'] = 'open';
  const idle = renderInPage(<NewReceipt site={site} />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(visited).toEqual([]);
  const close = vi.fn();
  const camera = { close, stream: new MediaStream() } as unknown as Camera;
  await waitFor(() => {
    document.querySelector('link')?.dispatchEvent(new Event('load'));
    $viewfinder.set({ state: 'looking', camera, seen: 'nothing', torch: null });
    expect(document.querySelector('video')).not.toBeNull();
  });
  dataset['phase'] = 'over';
  await waitFor(() => expect(visited).toEqual(['/#encerrada']));
  expect(close).toHaveBeenCalledOnce();
  idle.unmount();

  visited.length = 0;
  dataset['phase'] = 'open';
  const withOutbox = renderInPage(<NewReceipt site={site} />);
  await new Promise((resolve) => setTimeout(resolve));
  const receipt = queuedReceipt(readSubject() ?? '', new Date(today));
  $outbox.set([{ state: 'sent', receipt, receiptId: 1 }]);
  dataset['phase'] = 'over';
  await leaveOnceClosed();
  expect(visited, 'while the outbox shows a receipt').toEqual([]);
  $outbox.set([]);
  await waitFor(() => expect(visited).toContain('/#encerrada'));
  withOutbox.unmount();
  delete dataset['phase'];
});

it('whenever a new receipt begins without the step that had the focus, its title takes that', () => {
  const parameters = site.campaign.parameters.filter(({ code }) => code !== 'OCR_ENABLED');
  const readsOnDevice = { ...site, campaign: { ...site.campaign, parameters } };
  setEnvironment(pageEnvironment({ site: readsOnDevice, fetch: async () => Response.json([]) }));
  storeSession();
  const bytes = new ArrayBuffer(1);
  const photo = unsentFile({
    id: 'photo',
    owner: null,
    file: { name: 'nota.jpg', type: 'image/jpeg', bytes },
    code: null,
  });
  const noFile = { step: 'choosing', violation: null } as const;
  const reading = { step: 'reading', file, by: 'device' } as const;
  renderInPage(<NewReceipt site={readsOnDevice} />);
  const press = (name: string) =>
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)
      ?.click();
  expect(document.activeElement, 'a page that has just opened').toBe(document.body);
  for (const [before, end] of [
    [
      { step: 'offered', offer: { kind: 'stored-photo', photo }, before: noFile } as const,
      () => press('Não é minha'),
    ],
    [reading, () => press('Cancelar')],
    [
      reading,
      () => {
        abandonReceipt();
        refuseFile('FILE_BROKEN');
      },
    ],
  ] as const) {
    flushSync(() => $newReceipt.set(before));
    expect(document.activeElement?.closest('section')).not.toBeNull();
    flushSync(end);
    expect(document.activeElement?.textContent).toBe('Nova nota');
  }
});

it('a receipt that was just stored stands above the way to the next, and says so once', async () => {
  setEnvironment(pageEnvironment({ site }));
  const root = renderInPage(<NewReceipt site={site} />);
  await untilFollowed();
  const shown = () =>
    document.body.textContent?.match(/Nota aguardando|guardada neste|Envie a foto da próxima/g);
  flushSync(() => {
    $session.set({ state: 'signed-in' });
    $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date()) }]);
    $newReceipt.set({ step: 'queued', failure: new NetworkError('offline') });
  });
  const announced = ['guardada neste', 'Nota aguardando', 'Envie a foto da próxima'];
  await waitFor(() => expect(shown()).toEqual(announced));
  flushSync(() => $newReceipt.set({ step: 'choosing', violation: null }));
  expect(shown()).toEqual(['Nota aguardando', 'guardada neste']);
  root.unmount();
  $outbox.set([]);
});

it('the steps after the photo wait for their styles, which in a frame are there already', async () => {
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  const stepsStyles = () =>
    append.mock.calls
      .flat()
      .find((link) => link instanceof HTMLLinkElement && link.href.endsWith('receipt-form.css'));
  const showQueued = () =>
    flushSync(() => $newReceipt.set({ step: 'queued', failure: new NetworkError('offline') }));
  setEnvironment(pageEnvironment({ site }));
  const root = renderInPage(<NewReceipt site={site} />);
  await untilFollowed();
  showQueued();
  await waitFor(() => expect(stepsStyles()).toBeDefined());
  await import('../../../../src/features/receipts/lazy-steps.tsx');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelector('main')?.textContent).toContain('Carregando…');
  (stepsStyles() as HTMLLinkElement).dispatchEvent(new Event('load'));
  await waitFor(() => expect(document.body.textContent).toContain('Envie a foto da próxima'));
  root.unmount();

  append.mockClear();
  vi.stubGlobal('location', { ...window.location, pathname: '/quadro/notas' });
  const inFrame = renderInPage(<NewReceipt site={site} />);
  await untilFollowed();
  showQueued();
  await waitFor(() => expect(document.body.textContent).toContain('Envie a foto da próxima'));
  expect(stepsStyles()).toBeUndefined();
  inFrame.unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
  const sending = {
    step: 'sending',
    file: { file, unusable: null, upload: file, fileType: 'image/jpeg' },
    stop,
    isStoredOnDevice: false,
    violation: null,
    readFields: {},
    officeValues: {},
    serverReading: 'settled',
  } as const;
  openForm(sending);
  const regions = [...document.querySelectorAll('[aria-live]')];
  const said = () => regions.map(({ textContent }) => textContent).join('');
  flushSync(() => vi.advanceTimersByTime(7_999));
  expect(sendLater()).toBeUndefined();
  expect(said()).not.toContain('demorando');
  flushSync(() => vi.advanceTimersByTime(1));
  expect(said(), 'in a region that was there before').toContain(
    'Está demorando. Você pode cancelar o envio.',
  );
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

const whole = {
  step: 'filling',
  file: { file, unusable: null, upload: file, fileType: 'image/jpeg' },
  violation: null,
  readFields: {
    identifier: '0001 2345 1',
    purchaseDate: '22/11/2026',
    cnpj: '11.222.333/0001-81',
    totalAmount: '54,90',
  },
  officeValues: {},
  serverReading: 'settled',
} as const;

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
  const sent = { file, unusable: null, upload: file, fileType: 'image/jpeg' as const };
  const unanswered = { violation: null, officeValues: {}, serverReading: 'pending' } as const;
  const reading = { step: 'filling', file: sent, readFields: read, ...unanswered } as const;
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
  const read = {
    identifier: '0001 2345 1',
    purchaseDate: '22/11/2026',
    cnpj: '11.222.333/0001-81',
    totalAmount: '54,90',
  };
  const sent = { file, unusable: null, upload: file, fileType: 'image/jpeg' as const };
  const form = openForm({
    step: 'filling',
    file: sent,
    violation: null,
    readFields: read,
    officeValues: {},
    serverReading: 'settled',
  });
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
  const sent = { file, unusable: null, upload: file, fileType: 'image/jpeg' as const };
  const read = { identifier: '0001 2345 1', cnpj: '11.222.333/0001-81' };
  const reading = {
    step: 'filling',
    file: sent,
    violation: null,
    readFields: read,
    officeValues: {},
    serverReading: 'pending',
  } as const;
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

it('screen readers hear what changes while the form is filled in, and that it is sent, once each', async () => {
  $refusal.set(null);
  setEnvironment(pageEnvironment({ site, fetch: async () => Response.json([]) }));
  storeSession();
  const sent = { file, unusable: null, upload: file, fileType: 'image/jpeg' as const };
  const rest = { file: sent, violation: null, officeValues: {}, serverReading: 'settled' } as const;
  const read = {
    identifier: '0001 2345 1',
    purchaseDate: '22/11/2026',
    cnpj: '11.222.333/0001-81',
  };
  const filling = { step: 'filling', ...rest, readFields: read } as const;
  $newReceipt.set(filling);
  const root = renderInPage(<NewReceipt site={site} />);
  const spoken = () =>
    [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent).join('');
  const show = (state: ReceiptFormState) => {
    flushSync(() => $newReceipt.set(state));
    return spoken();
  };
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe(
      'Nota lida. Confira os campos e preencha o que falta',
    ),
  );
  expect(spoken(), 'what the focus reads out').toBe('');
  const whole = { ...filling, readFields: { ...read, totalAmount: '54,90' } };
  expect(show(whole)).toBe('Nota lida. Confira e salve');
  const stop = new AbortController();
  expect(show({ ...whole, step: 'sending', isStoredOnDevice: true, stop })).toBe(
    'Enviando a nota…',
  );
  root.unmount();
  abandonReceipt();
});

it('the head of a receipt gives way to what was refused of its fields, as long as that stands', () => {
  const sent = { file, unusable: 'several', upload: file, fileType: 'image/jpeg' } as const;
  const read = {
    violation: null,
    readFields: {},
    officeValues: {},
    serverReading: 'settled',
  } as const;
  const filling = { step: 'filling', file: sent, ...read } as const;
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
  const sent = { file, unusable: null, upload: file, fileType: 'image/jpeg' as const };
  const filling = {
    step: 'filling',
    file: sent,
    violation: null,
    readFields: read,
    officeValues: {},
    serverReading: 'settled',
  } as const;
  const sending = {
    ...filling,
    step: 'sending',
    isStoredOnDevice: false,
    stop: new AbortController(),
  } as const;
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
  expect(show(filling)).toEqual(['Confira o CNPJ', 'lista']);
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
  const sent = { file, unusable, upload: file, fileType: 'image/jpeg' as const };
  const rest = { violation: null, readFields: {}, officeValues: {}, serverReading } as const;
  const filling = { step: 'filling', file: sent, ...rest } as const;
  openForm(filling);
  goTo(filling);
  const buttons = [...document.querySelectorAll('button')];
  const [way, ...others] = buttons.filter(({ textContent }) => textContent === 'Trocar arquivo');
  expect(others).toEqual([]);
  expect(way?.closest('.message, .receipt-read') !== null).toBe(isFirst !== null);
  if (isFirst !== null) expect(way?.classList.contains('button-secondary')).toBe(!isFirst);
});

function openUnread(upload: Blob = file): void {
  const sent = { file, unusable: null, upload, fileType: 'image/jpeg' } as const;
  const rest = { violation: null, readFields: {}, officeValues: {} } as const;
  openForm({ step: 'filling', file: sent, ...rest, serverReading: 'settled' });
}

it('beside the form the picture shows as it is sent, not as large as it was chosen', () => {
  const drawn = vi.spyOn(URL, 'createObjectURL');
  openUnread(new Blob(['menor']));
  expect(drawn.mock.calls.map(([object]) => Object(object).size)).toEqual([5, 5]);
});

it('fields are filled in by hand for a picture of several receipts only if the user asks for that', () => {
  $refusal.set(null);
  const sent = { file, unusable: 'several', upload: file, fileType: 'image/jpeg' } as const;
  const rest = { violation: null, readFields: {}, officeValues: {} } as const;
  const filling = { step: 'filling', file: sent, ...rest, serverReading: 'settled' } as const;
  openForm(filling);
  goTo(filling);
  expect(document.querySelector('details')?.open).toBe(true);
  expect(button('salvar')).toBeUndefined();
  flushSync(() => button('Preencher à mão')?.click());
  expect(button('salvar')?.classList.contains('button-secondary')).toBe(true);
  expect(document.activeElement?.id).toBe('nota-identifier');
});

it('the camera takes the focus of the button for files that it replaces, and says its hint once', async () => {
  const devices = [{ kind: 'videoinput' }];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: () => new Promise(() => {}),
      enumerateDevices: async () => devices,
    },
    permissions: { query: async () => ({ state: 'granted' }) },
  });
  setEnvironment(pageEnvironment({ site }));
  const picker = { violation: null, onFile: () => {} };
  const root = renderInPage(<ReceiptCamera {...picker} onPhoto={() => {}} />);
  button('Escolher arquivo')?.focus();
  await waitFor(() => {
    document.querySelector('link')?.dispatchEvent(new Event('load'));
    expect(document.querySelector('.viewfinder')).not.toBeNull();
  });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Câmera');
  expect(document.body.textContent.match(/Permita o uso da câmera/g)).toHaveLength(1);
  expect(document.querySelector('[role=status]')?.textContent).toContain('Permita o uso');
  root.unmount();
  vi.unstubAllGlobals();
});

it('a form and a stored receipt that wait for the same script say so once', () => {
  setEnvironment(pageEnvironment({ site }));
  const nothingRead = { readFields: {}, officeValues: {}, serverReading: 'settled' } as const;
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  for (const state of [
    { step: 'filling', file: null, violation: null, ...nothingRead },
    { step: 'chosen', file, violation: null },
  ] as const) {
    $newReceipt.set(state);
    const root = renderInPage(<NewReceipt site={site} />);
    expect(document.querySelectorAll('.loading'), state.step).toHaveLength(1);
    root.unmount();
  }
  $outbox.set([]);
  abandonReceipt();
});

it('a file that is refused in place of the chosen one says that this one stays', () => {
  setEnvironment(pageEnvironment({ site }));
  $newReceipt.set({ step: 'chosen', file, violation: null });
  const root = renderInPage(<NewReceipt site={site} />);
  flushSync(() => refuseFile('FILE_TYPE'));
  const alert = document.querySelector('[role="alert"]');
  expect(alert?.textContent).toBe('Formato de arquivo inválidoO arquivo anterior continua aqui.');
  root.unmount();
  abandonReceipt();
});
