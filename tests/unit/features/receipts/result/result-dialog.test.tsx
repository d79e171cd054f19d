// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { EngineOrder } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  ReceiptResultDialog,
  SavedReceiptDialog,
} from '../../../../../src/features/receipts/result/result-dialog.tsx';
import { ShareButtons } from '../../../../../src/features/receipts/result/share-buttons.tsx';
import { approvedReceipt } from '../../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';
import { renderInPage } from '../../../../support/render-in-page.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const site = await receiptSite();

afterEach(() => vi.restoreAllMocks());

const act = () => {};
const order = (campaignEngineId: number, details: EngineOrder['details']): EngineOrder => ({
  engineType: details?.luckyNumbers ? 'DRAW' : 'INSTANT_PRIZE',
  campaignEngineId,
  status: 'REQUESTED',
  rewarded: true,
  events: [],
  details,
});
const prize = order(102, { winner: { campaignPrizeId: 1 } });
const numbers = order(101, { luckyNumbers: [{ series: 4, generatedNumber: 153, type: 'BASE' }] });

it.each([
  ['a gift', [prize, numbers], 'Sua nota trouxe um presente!'],
  ['two gifts', [prize, { ...prize, campaignEngineId: 103 }], 'Sua nota trouxe 2 presentes!'],
  ['a number', [numbers], '1 número da sorte'],
  ['nothing', [], 'Obrigado por participar'],
])(
  'the dialog of a receipt that was just sent says %s once it is shown',
  async (_, engineOrders, said) => {
    setEnvironment(pageEnvironment({ site }));
    vi.spyOn(window, 'scrollTo').mockReturnValue();
    const receipt = { status: 'DONE', engineOrders };
    const dialog = (state: 'loading' | 'missing') => (
      <SavedReceiptDialog
        site={site}
        receipt={receipt}
        scene={{ state }}
        onClose={act}
        onAnother={act}
      />
    );
    const root = renderInPage(dialog('loading'));
    const region = document.querySelector('dialog [aria-live]');
    expect(region?.textContent).toBe('');
    flushSync(() => root.render(dialog('missing')));
    await waitFor(() => expect(region?.textContent).toBe(said));
    expect(document.querySelector('.result-plain')?.textContent).toContain(
      'Fica tudo em Minhas notas',
    );
    root.unmount();
  },
);

it('a user at the button that closes a result while it loads is at the title once it is there', async () => {
  setEnvironment(pageEnvironment({ site, fetch: async () => Response.json(approvedReceipt) }));
  renderInPage(<ReceiptResultDialog site={site} receiptId={1} onClose={act} />);
  document.querySelector<HTMLElement>('dialog .button-wide')?.focus();
  expect(document.activeElement?.textContent).toBe('Fechar');
  await waitFor(() => {
    for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
    expect(document.querySelector('.result')).not.toBeNull();
  });
  expect(document.activeElement?.textContent).toBe('Resultado');
  const spoken = [...document.querySelectorAll('dialog [aria-live]')].map(
    (region) => region.textContent,
  );
  expect(spoken.filter(Boolean)).toEqual(['Obrigado por participar']);
});

it.each([
  ['a phone, whose apps may save nothing', true],
  ['a computer, whose browser shows what it saves', false],
])('%s, says after the press on “Baixar a imagem” where else, or nothing', async (_, isMobile) => {
  vi.useFakeTimers();
  const saved: string[] = [];
  const device = {
    ...pageEnvironment({ site }).device,
    isMobile: () => isMobile,
    save: (name: string) => void saved.push(name),
  };
  setEnvironment(pageEnvironment({ site, device }));
  renderInPage(<ShareButtons draw={async () => new Blob()} name="premio.png" text="" />);
  const save = document.querySelector<HTMLButtonElement>('.share-save');
  const status = () => document.querySelector('.share-buttons [role=status]')?.textContent ?? '';
  flushSync(() => save?.click());
  expect([status(), saved]).toEqual(['', []]);
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  await waitFor(() => expect(save?.getAttribute('aria-disabled')).toBe('false'));
  flushSync(() => save?.click());
  const elsewhere =
    'A imagem não apareceu? Abra esta página no navegador do aparelho, fora de outros aplicativos.';
  expect(status()).toBe(isMobile ? elsewhere : '');
  expect(saved).toEqual(['premio.png']);
});

it('the way to WhatsApp keeps the focus when the picture is drawn, and shares it from then on', async () => {
  vi.useFakeTimers();
  const shared: unknown[] = [];
  const device = {
    ...pageEnvironment({ site }).device,
    canShare: () => true,
    share: async (_: string, file?: File) => void shared.push(file?.name),
  };
  setEnvironment(pageEnvironment({ site, device }));
  renderInPage(<ShareButtons draw={async () => new Blob()} name="premio.png" text="" />);
  const send = document.querySelector<HTMLElement>('.share-send');
  /** @returns whether it was left to the browser, which follows the link */
  const press = () => {
    let isLeft: boolean | undefined;
    const seePress = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', seePress, { once: true });
    send?.click();
    return isLeft;
  };
  send?.focus();
  expect(press()).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  await waitFor(() => expect(press()).toBe(false));
  expect(document.activeElement).toBe(send);
  expect(shared).toEqual(['premio.png']);
});
