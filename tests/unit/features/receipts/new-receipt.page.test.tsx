// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { readSubject } from '../../../../src/client/credentials.ts';
import { NetworkError } from '../../../../src/client/result.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { environment, setEnvironment } from '../../../../src/environment.ts';
import type { Camera } from '../../../../src/features/receipts/camera/camera.ts';
import { ReceiptCamera } from '../../../../src/features/receipts/camera/receipt-camera.tsx';
import { $viewfinder } from '../../../../src/features/receipts/camera/viewfinder.store.ts';
import { FilePicker } from '../../../../src/features/receipts/file/file-picker.tsx';
import { leaveOnceClosed } from '../../../../src/features/receipts/follow-receipt-page.ts';
import { $refusal } from '../../../../src/features/receipts/form/receipt-form.store.ts';
import { NewReceipt } from '../../../../src/features/receipts/new-receipt.island.tsx';
import {
  $newReceipt,
  abandonReceipt,
  type ReceiptFormState,
  refuseFile,
} from '../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox } from '../../../../src/features/receipts/outbox/outbox.store.ts';
import { $seriesExhausted } from '../../../../src/features/receipts/receipt-details.store.ts';
import { unsentFile } from '../../../../src/features/receipts/receipt-storage.ts';
import { $session } from '../../../../src/features/session/session.store.ts';
import { credentialsKey } from '../../../../src/storage-keys.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { queuedReceipt } from '../../../support/queued-receipt.ts';
import { receiptSite } from '../../../support/receipt-site.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = await receiptSite();

afterEach(() => vi.useRealTimers());

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** The page follows its session, its queue and its file in a task after its first. */
const untilFollowed = () => new Promise((resolve) => setTimeout(resolve));

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
  // The effects of the view follow its first frame.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  flushSync(() => $viewfinder.set({ state: 'looking', camera, seen: 'nothing', torch: null }));
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

it('a page says of a receipt what it may bring, without numbers once all are given out', () => {
  setEnvironment(pageEnvironment({ site }));
  $newReceipt.set({ step: 'choosing', violation: null });
  const brought = () =>
    renderToStaticMarkup(<NewReceipt site={site} />)
      .split('Cada nota pode render')[1]
      ?.match(/(?<=<\/svg>)[^<]+/g);
  expect(brought()).toEqual(['Números da sorte', 'Prêmio na hora']);
  $seriesExhausted.set(true);
  expect(brought()).toEqual(['Prêmio na hora']);
  const engines = site.campaign.engines.filter(({ type }) => type === 'DRAW');
  const drawAlone = { ...site, campaign: { ...site.campaign, engines } };
  expect(renderToStaticMarkup(<NewReceipt site={drawAlone} />)).not.toContain('pode render');
  $seriesExhausted.set(false);
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

it.each([
  [true, ['Escolher arquivo', 'Abrir câmera']],
  [false, ['Abrir câmera', 'Escolher arquivo']],
])('the main of two ways to a photo comes first: the file %s', (isFileMain, names) => {
  setEnvironment(pageEnvironment({ site }));
  const page = renderToStaticMarkup(
    <FilePicker
      violation={null}
      onFile={() => {}}
      isFileMain={isFileMain}
      cameraButton={<button type="button">Abrir câmera</button>}
    />,
  );
  expect(page.match(/(?<=<button[^>]*>)[^<]+/g)).toEqual(names);
});

it('the main answer about a shared file, which any site may have sent, keeps what was begun', () => {
  setEnvironment(pageEnvironment({ site }));
  const before = { step: 'filling', file: null, violation: null } as unknown as ReceiptFormState;
  $newReceipt.set({ step: 'offered', offer: { kind: 'shared-file', file }, before });
  const page = renderToStaticMarkup(<NewReceipt site={site} />);
  expect(/<button type="button" class="button">([^<]+)/.exec(page)?.[1]).toBe(
    'Continuar a minha nota',
  );
  $newReceipt.set(before);
  abandonReceipt();
});

it('a file that is refused in place of the chosen one says that this one stays', () => {
  setEnvironment(pageEnvironment({ site }));
  $newReceipt.set({ step: 'chosen', file, violation: null });
  const root = renderInPage(<NewReceipt site={site} />);
  flushSync(() => refuseFile('FILE_TYPE'));
  const alert = document.querySelector('[role="alert"]');
  expect(alert?.textContent).toBe(
    'Formato de arquivo inválido. Envie JPG, PNG ou PDF.O arquivo anterior continua aqui.',
  );
  root.unmount();
  abandonReceipt();
});
