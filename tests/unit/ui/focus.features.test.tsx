// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteCredentials, storeCredentials } from '../../../src/client/credentials.ts';
import type { ApiError } from '../../../src/contract/errors.ts';
import { environment, setEnvironment } from '../../../src/environment.ts';
import { FrameBehaviour } from '../../../src/features/frame/frame.island.tsx';
import { NewPassword } from '../../../src/features/password/new-password.island.tsx';
import { $resetLink } from '../../../src/features/password/password.store.ts';
import { $passwordQuestion } from '../../../src/features/password/password-question.store.ts';
import { PasswordQuestion } from '../../../src/features/password/password-question.tsx';
import { FramedReceipts } from '../../../src/features/receipts/framed-receipts.island.tsx';
import { $outbox, type OutboxItem } from '../../../src/features/receipts/outbox/outbox.store.ts';
import { OutboxList } from '../../../src/features/receipts/outbox/outbox.tsx';
import { $hasAnonymousPhoto } from '../../../src/features/receipts/photo-first/anonymous-photo.tsx';
import {
  $photoFirst,
  storeAnonymousPhoto,
} from '../../../src/features/receipts/photo-first/photo-first.store.ts';
import { PhotoFirstDialog } from '../../../src/features/receipts/photo-first/photo-first-dialog.tsx';
import { unsentFile } from '../../../src/features/receipts/receipt-storage.ts';
import { FramedRedeem } from '../../../src/features/redeem/redeem.island.tsx';
import { $session } from '../../../src/features/session/session.store.ts';
import { OneTimeLoginPage } from '../../../src/features/sign-in/one-time-login.island.tsx';
import { $oneTimeLogin } from '../../../src/features/sign-in/one-time-login.store.ts';
import { SignInDialog } from '../../../src/features/sign-in/sign-in-dialog.tsx';
import { FramedContact } from '../../../src/features/support/framed-support.island.tsx';
import { siteEnvironment } from '../../../src/hosts/site-environment.ts';
import { credentialsKey } from '../../../src/storage-keys.ts';
import { useFocusOnMount } from '../../../src/ui/focus.ts';
import { memoryRecords } from '../../support/memory-records.ts';
import { pageEnvironment } from '../../support/page-environment.ts';
import { queuedReceipt } from '../../support/queued-receipt.ts';
import { receiptSite } from '../../support/receipt-site.ts';
import { waitFor } from '../../support/wait-for.ts';

const now = new Date('2026-11-23T12:00:00Z');
const site = await receiptSite();
const records = memoryRecords();

let root: Root;

beforeEach(() => {
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async () => Response.json([]),
      records: async () => records,
      now: () => now,
    }),
  );
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
  $resetLink.set({ state: 'unread' });
  $photoFirst.set({ state: 'loading' });
  $hasAnonymousPhoto.set(false);
});

/** The button of that name, once it is there, with the focus as at a press. */
function button(name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const buttons = [...document.querySelectorAll('button')];
    const found = buttons.find(({ textContent }) => textContent.startsWith(name));
    if (!found) throw new Error(`There is no button ${name}`);
    found.focus();
    return found;
  });
}

function Step({ text }: { text: string }) {
  const focusTarget = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p tabIndex={-1} ref={focusTarget}>
      {text}
    </p>
  );
}

function storedPhoto() {
  const file = { name: 'nota.jpg', type: 'image/jpeg', bytes: new ArrayBuffer(8) } as const;
  return unsentFile({ id: `${now.getTime()}-1`, owner: null, file, code: null });
}

async function expectFocusOn(text: string): Promise<void> {
  await waitFor(() => expect(document.activeElement?.textContent).toContain(text));
  expect(document.activeElement).not.toBe(document.body);
}

test('a step that a frame begins while the page around has the focus leaves it there', () => {
  vi.spyOn(window, 'top', 'get').mockReturnValue(null);
  const hasFocus = vi.spyOn(document, 'hasFocus');
  const focusedAfter = (isFrameFocused: boolean) => {
    hasFocus.mockReturnValue(isFrameFocused);
    flushSync(() => root.render(<Step key={String(isFrameFocused)} text="Nota lida" />));
    return document.activeElement?.textContent;
  };
  document.body.append(document.createElement('input'));
  document.querySelector('input')?.focus();
  expect(focusedAfter(false)).toBe('');
  expect(focusedAfter(true)).toBe('Nota lida');
});

test('a page of its own gives the focus to a step even while the file chooser still has it', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  flushSync(() => root.render(<Step text="Nota lida" />));
  expect(document.activeElement?.textContent).toBe('Nota lida');
});

test('a link that is spent already when its page is opened leaves the focus where it is', async () => {
  root.render(<NewPassword site={site} picture={null} />);
  await waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
  expect($resetLink.get()).toEqual({ state: 'spent' });
  expect(document.activeElement).toBe(document.body);
});

test('a spent link asks for the email that gets another, and does not sound as if that were sent', async () => {
  root.render(<NewPassword site={site} picture={null} />);
  await button('Enviar novo link');
  expect(document.body.textContent).toContain('Para receber outro, informe o e-mail do cadastro.');
  expect(document.body.textContent).not.toContain('Enviamos');
});

test('the title of the page of a new password is its heading, whatever became of the link', async () => {
  document.title = 'Crie sua senha | Brisal';
  root.render(<NewPassword site={site} picture={null} />);
  await button('Enviar novo link');
  for (const [link, heading] of [
    [{ state: 'open', code: 'abc' }, 'Crie sua senha'],
    [{ state: 'spent' }, 'Este link não vale mais'],
    [{ state: 'requested' }, 'Confira seu e-mail'],
    [{ state: 'saved' }, 'Tudo pronto!'],
  ] as const) {
    flushSync(() => $resetLink.set(link));
    await waitFor(() => expect(document.title).toBe(`${heading} | Brisal`));
    expect(document.querySelector('h1')?.textContent).toBe(heading);
  }
});

test('a link for a new password that turns out to be spent takes the focus', async () => {
  root.render(<NewPassword site={site} picture={null} />);
  await waitFor(() => expect($resetLink.get().state).not.toBe('unread'));
  $resetLink.set({ state: 'open', code: 'abc' });
  await button('Salvar');
  $resetLink.set({ state: 'spent' });
  await expectFocusOn('Este link já foi usado ou expirou.');
});

test('a sign-in that is tried again keeps the focus while it waits, and when it fails again', async () => {
  const failed = { state: 'failed', lines: ['Sem conexão.'], isSessionOpen: false } as const;
  $oneTimeLogin.set(failed);
  root.render(<OneTimeLoginPage site={site} />);
  (await button('Tentar de novo')).click();
  $oneTimeLogin.set({ state: 'entering' });
  await expectFocusOn('Entrando…');
  $oneTimeLogin.set(failed);
  await expectFocusOn('Entrar na sua conta');
});

test('a sign-in that the user agrees to keeps the focus while it waits', async () => {
  $oneTimeLogin.set({ state: 'asking', email: 'ana@exemplo.com', signedInAs: null });
  root.render(<OneTimeLoginPage site={site} />);
  (await button('Sim, sou eu')).click();
  $oneTimeLogin.set({ state: 'entering' });
  await expectFocusOn('Entrando…');
});

test('an access that came too late says in one message which account stays, and offers that first', async () => {
  $oneTimeLogin.set({ state: 'expired', isSessionOpen: true });
  root.render(<OneTimeLoginPage site={site} />);
  const stay = await button('Continuar nesta conta');
  expect(document.querySelector('h1')?.textContent).toBe('Este acesso não vale mais');
  expect(document.querySelector('button')).toBe(stay);
  expect(document.querySelectorAll('.button:not(.button-secondary)')).toHaveLength(1);
  expect(stay.classList).not.toContain('button-secondary');
  const messages = [...document.querySelectorAll('.message')].map(({ textContent }) => textContent);
  expect(messages, 'also heard without the title').toEqual([
    'Este acesso não vale mais. Ele serve uma vez só, por 1\u00a0minuto. Você já entrou com uma conta neste aparelho. Se entrar com outra, sairá dela.',
  ]);
});

test('the button that sends a queued receipt becomes the one that shows its result', async () => {
  $session.set({ state: 'signed-in' });
  const receipt = queuedReceipt('ana', now);
  const list = (item: OutboxItem) => $outbox.set([item]);
  list({ state: 'queued', receipt });
  root.render(<OutboxList site={site} onCorrect={null} />);
  await button('Enviar agora');
  list({ state: 'sending', receipt });
  list({ state: 'sent', receipt, receiptId: 1 });
  await expectFocusOn('Resultado da compra');
});

test('the button stays when the receipt is refused, though another one is being filled in', async () => {
  $session.set({ state: 'signed-in' });
  const receipt = queuedReceipt('ana', now);
  const list = (item: OutboxItem) => $outbox.set([item]);
  list({ state: 'queued', receipt });
  root.render(<OutboxList site={site} onCorrect={null} />);
  const pressed = await button('Enviar agora');
  list({ state: 'sending', receipt });
  list({
    state: 'refused',
    receipt,
    refusal: { code: 'INVALID_FIELDS', message: 'Não' } as ApiError,
  });
  await expectFocusOn('Corrigir');
  expect(document.activeElement).toBe(pressed);
  expect(pressed.getAttribute('aria-disabled')).toBe('true');
  const hint = document.getElementById(pressed.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('antes salve ou limpe');
});

test('another receipt, wanted in a frame from the result of an earlier one, begins at the title', async () => {
  const { storage } = environment();
  const session = { version: 1, token: 't', expiresAt: now.getTime() + 3_600_000 };
  storage.set(credentialsKey, JSON.stringify({ ...session, tenantId: 'embedded' }));
  const receipt = queuedReceipt('ana', now);
  const sent = { id: 1, status: 'IN_ANALYSIS', createdAt: now.toISOString(), engineOrders: [] };
  Object.assign(environment(), {
    fetch: async (path: string) =>
      Response.json(path.includes('/coupon/1/') ? { ...receipt.content, ...sent } : []),
    navigate: siteEnvironment(site).navigate,
    homeUrl: () => 'https://promo.exemplo/',
    pageUrl: (path: string) => path,
    newId: () => crypto.randomUUID(),
  });
  $session.set({ state: 'signed-in' });
  root.render(<FramedReceipts site={site} />);
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  $outbox.set([{ state: 'sent', receipt, receiptId: 1 }]);
  (await button('Resultado')).click();
  await waitFor(() => {
    for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
    expect(document.querySelector('dialog.dialog-scene')).not.toBeNull();
  });
  (await button('Enviar outra nota')).click();
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Nova nota');
});

test('a framed form of support keeps text and focus when it learns who writes', async () => {
  const session = { version: 1, token: 't', expiresAt: now.getTime() + 3_600_000 };
  environment().storage.set(credentialsKey, JSON.stringify({ ...session, tenantId: 'embedded' }));
  const profile = Promise.withResolvers<Response>();
  Object.assign(environment(), {
    fetch: async (path: string) =>
      path.endsWith('/consumer/me') ? profile.promise : Response.json([]),
    newId: () => crypto.randomUUID(),
    homeUrl: () => 'https://promo.exemplo/',
    pageUrl: (path: string) => path,
  });
  $session.set({ state: 'signed-in' });
  root.render(<FramedContact site={site} subjects={[]} />);
  const field = (name: string) =>
    document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
  await waitFor(() => expect(field('name')).not.toBeNull());
  const description = field('description') as HTMLTextAreaElement;
  description.value = 'Minha nota não abre.';
  description.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field('name')?.focus();
  const ana = { id: 7, type: 'PERSON', name: 'Ana Souza', email: 'ana@exemplo.com.br' };
  profile.resolve(
    Response.json({
      ...ana,
      phone: '41998765432',
      document: '52998224725',
      optIns: [],
      additionalFields: [],
    }),
  );
  await waitFor(() => expect(field('email')?.value).toBe('ana@exemplo.com.br'));
  expect(document.activeElement).toBe(field('name'));
  expect(field('name')?.closest('[hidden]')).toBeNull();
  expect(field('description')?.value).toBe('Minha nota não abre.');
});

test.each([
  ['receipts', FramedReceipts, 'Nova nota'],
  ['redeem', FramedRedeem, 'Resgate suas cestas'],
])(
  'a sign-in in the %s frame leads the focus to the title of what it opens',
  async (_, Widget, title) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    deleteCredentials();
    flushSync(() =>
      root.render(
        <>
          <FrameBehaviour site={site} ownDialog={null} />
          <h1 hidden tabIndex={-1}>
            Entrar na sua conta
          </h1>
          <Widget site={site} />
        </>,
      ),
    );
    storeCredentials({ token: 't', expiresAt: now.getTime() + 3_600_000 });
    await expectFocusOn(title);
  },
);

test('a sign-in in a dialog whose link is gone leads the focus to the title of the page', async () => {
  deleteCredentials();
  vi.spyOn(location, 'pathname', 'get').mockReturnValue('/faq');
  document.body.insertAdjacentHTML('afterbegin', '<main><h1>Promoção</h1></main>');
  const close = vi.fn();
  root.render(<SignInDialog site={site} onClose={close} />);
  await waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
  storeCredentials({ token: 't', expiresAt: now.getTime() + 3_600_000 });
  await waitFor(() => expect(close).toHaveBeenCalled());
  await expectFocusOn('Promoção');
});

test('a photo that was stored takes the focus, and the dialog’s title takes it from a deleted one', async () => {
  $session.set({ state: 'anonymous' });
  root.render(<PhotoFirstDialog site={site} onClose={() => {}} />);
  await waitFor(() => expect($photoFirst.get().state).toBe('choosing'));
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
  await button('Escolher arquivo');
  $photoFirst.set({ state: 'storing' });
  await expectFocusOn('Fotografe a nota');
  $hasAnonymousPhoto.set(true);
  $photoFirst.set({ state: 'stored', photo: storedPhoto(), until: 'day-later' });
  await waitFor(() => expect(document.activeElement?.role).toBe('status'));
  expect(document.querySelector('h2')?.textContent).toBe('Nota guardada');
  (await button('Apagar')).click();
  await expectFocusOn('Fotografe a nota');
  expect(document.activeElement?.localName).toBe('h2');
});

test('a file that is refused leaves the focus on the dialog’s title, above what is wrong', async () => {
  $session.set({ state: 'anonymous' });
  root.render(<PhotoFirstDialog site={site} onClose={() => {}} />);
  await waitFor(() => expect($photoFirst.get().state).toBe('choosing'));
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
  await button('Escolher arquivo');
  await storeAnonymousPhoto({ file: new File(['texto'], 'nota.txt'), code: null });
  await waitFor(() => expect(document.querySelector('.message-danger')).not.toBeNull());
  await expectFocusOn('Fotografe a nota');
});

test('a photo stored earlier leaves the focus where the dialog has put it', async () => {
  $session.set({ state: 'anonymous' });
  root.render(<PhotoFirstDialog site={site} onClose={() => {}} />);
  await waitFor(() => expect($photoFirst.get().state).toBe('choosing'));
  $photoFirst.set({ state: 'stored', photo: storedPhoto(), until: 'day-later' });
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
  await waitFor(() => expect(document.querySelector('.receipt-preview img')).not.toBeNull());
  expect(document.activeElement).toBe(document.body);
});

test('a question of one field leads to it, without a summary of one error', async () => {
  $passwordQuestion.set({ state: 'open', answer: () => {} });
  root.render(<PasswordQuestion />);
  (await button('Confirmar')).click();
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('password'));
  expect(document.querySelector('.error-summary')).toBeNull();
  $passwordQuestion.set({ state: 'closed' });
});
