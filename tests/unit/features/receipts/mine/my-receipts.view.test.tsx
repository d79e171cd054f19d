import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Receipt } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  MyReceipts,
  ReceiptsBar,
  ReceiptsSum,
} from '../../../../../src/features/receipts/mine/my-receipts.island.tsx';
import {
  $luckyNumbers,
  $myReceipts,
} from '../../../../../src/features/receipts/mine/my-receipts.store.ts';
import { LuckyNumbersDialog } from '../../../../../src/features/receipts/mine/number-wall.tsx';
import { $outbox } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { receiptAdvice } from '../../../../../src/rules/messages/receipt-messages.ts';
import { approvedReceipt } from '../../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';

const today = '2026-11-23';
const site = await receiptSite();
const withWallets = await receiptSite({ variant: 'all' });

it.each([
  ['while the promotion is open', 'open', true],
  ['and no longer after the end', 'over', false],
] as const)('a first receipt stands beside the next chance %s', (_when, phase, isAsked) => {
  setEnvironment(pageEnvironment({ site, phase: () => phase }));
  $myReceipts.set({ state: 'loaded', value: [approvedReceipt] });
  expect(renderToStaticMarkup(<MyReceipts site={site} />).includes('Tem outra nota?')).toBe(
    isAsked,
  );
});

it.each([
  [2, false],
  [3, true],
])('a card with %i numbers leads to all of them if they may not fit: %s', (count, isLed) => {
  setEnvironment(pageEnvironment({ site }));
  const luckyNumbers = [1, 2, 3].slice(0, count).map((generatedNumber) => ({
    series: 4,
    generatedNumber,
  }));
  const draw: Receipt['engineOrders'][number] = {
    engineType: 'DRAW',
    campaignEngineId: 101,
    status: 'REQUESTED',
    events: [],
    details: { luckyNumbers },
  };
  $myReceipts.set({ state: 'loaded', value: [{ ...approvedReceipt, engineOrders: [draw] }] });
  const page = renderToStaticMarkup(<MyReceipts site={site} />);
  expect(page).toContain(`${count} números da sorte`);
  expect(page.includes('Ver os 3<span class="visually-hidden"> números da nota 1<')).toBe(isLed);
});

it('the page before the first receipt says what one may bring, by the campaign', () => {
  setEnvironment(pageEnvironment({ site }));
  $myReceipts.set({ state: 'loaded', value: [] });
  const brought = (of: typeof site) => {
    const [, list] = renderToStaticMarkup(<MyReceipts site={of} />).split('Cada nota pode render');
    return list?.match(/(?<=<\/svg>)[^<]+/g);
  };
  expect(brought(site)).toEqual(['Números da sorte', 'Prêmio na hora']);
  const all = ['Números da sorte', 'Prêmio na hora', 'Cashback', 'Junte e troque'];
  expect(brought(withWallets)).toEqual(all);
  const [draw] = site.campaign.engines.filter(({ type }) => type === 'DRAW');
  const draws = [draw, { ...draw, id: 109 }] as typeof site.campaign.engines;
  expect(brought({ ...site, campaign: { ...site.campaign, engines: draws } })).toEqual([
    'Números da sorte',
  ]);
});

it.each([
  ['three receipts are cards', 3, false, 0],
  ['of more the first is open on a phone', 4, false, 3],
  ['six are cards where three stand in a row', 6, true, 0],
  ['and of more the first is open', 7, true, 6],
])('%s', (_what, count, isWide, closed) => {
  setEnvironment(pageEnvironment({ site }));
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  const value = Array.from({ length: count }, (_, id) => ({ ...approvedReceipt, id }));
  $myReceipts.set({ state: 'loaded', value });
  const list = renderToStaticMarkup(<MyReceipts site={site} />);
  expect(list.match(/aria-expanded="false"/g) ?? []).toHaveLength(closed);
  expect(list.includes('Conferidas')).toBe(count > 6);
  vi.unstubAllGlobals();
});

it('the sum tells a confirmed prize from a likely one, and leads to the receipts of both', () => {
  setEnvironment(pageEnvironment({ site }));
  const engineOrders: Receipt['engineOrders'] = [
    {
      campaignEngineId: 2,
      engineType: 'INSTANT_PRIZE',
      status: 'REQUESTED',
      events: [],
      details: { luckyNumbers: [], winner: { campaignPrizeId: 902 } },
    },
  ];
  const won: Receipt = { ...approvedReceipt, engineOrders };
  const likely: Receipt = { ...won, id: 2, status: 'IN_ANALYSIS' };
  const sumOf = (value: Receipt[]) => {
    $myReceipts.set({ state: 'loaded', value });
    const [sum] = renderToStaticMarkup(<MyReceipts site={site} />).split('</section>');
    return sum?.match(/(?<=<dt>)[^<]+|<li><a href="#nota-\d+"/g);
  };
  expect(sumOf([won, { ...won, id: 3 }])).toEqual([
    ...['números da sorte', 'prêmios confirmados'],
    ...['<li><a href="#nota-2"', '<li><a href="#nota-1"'],
  ]);
  expect(sumOf([approvedReceipt, won, likely])).toEqual([
    'números da sorte',
    ...['prêmio confirmado', '<li><a href="#nota-2"'],
    ...['provável prêmio na hora', '<li><a href="#nota-3"'],
    'nota em conferência',
  ]);
});

it('the only receipt stands alone while another picture of it is wanted', () => {
  setEnvironment(pageEnvironment({ site }));
  const receiptToReplace = {
    ...approvedReceipt,
    status: 'REQUESTED_NEW_IMAGE',
    allowImageReplacement: true,
  } as const;
  const parts = (of: Receipt) => {
    $myReceipts.set({ state: 'loaded', value: [of] });
    const page = renderToStaticMarkup(<MyReceipts site={site} />);
    return page.match(
      /Resumo das suas notas|Falta uma foto|Precisamos de outra|Compra|Enviar também/g,
    );
  };
  expect(parts(approvedReceipt)).toEqual(['Compra', 'Enviar também']);
  expect(parts(receiptToReplace)).toEqual(['Falta uma foto', 'Precisamos de outra', 'Compra']);
});

it('receipts that were all denied are summed up in words; their cards lead to another one', () => {
  setEnvironment(pageEnvironment({ site }));
  const moderationList = [{ rejectionReason: 'Nota de outra loja' }];
  const denied: Receipt = {
    ...{ ...approvedReceipt, engineOrders: [], moderationList },
    status: 'REJECTED',
  };
  $myReceipts.set({ state: 'loaded', value: [denied, { ...denied, id: 2 }] });
  const page = renderToStaticMarkup(<MyReceipts site={site} />);
  expect(page).toContain('<h2>Nenhuma nota valeu ainda.</h2>');
  expect(page).toContain('Tem outra nota da promoção? Envie também.');
  setEnvironment(pageEnvironment({ site, phase: () => 'over' }));
  expect(renderToStaticMarkup(<MyReceipts site={site} />)).not.toContain(
    'Tem outra nota da promoção?',
  );
  const ways = page.match(/<a class="([^"]*)" href="\/nova-nota">Enviar outra nota/g);
  expect(ways).toHaveLength(2);
  for (const way of ways ?? []) expect(way).toContain('button-secondary');
});

it('the bar leads to the winners after the end, where there is a page of them', () => {
  setEnvironment(pageEnvironment({ site }));
  $myReceipts.set({ state: 'loaded', value: [approvedReceipt] });
  const barOf = (of: typeof site) => renderToStaticMarkup(<ReceiptsBar site={of} />);
  expect(barOf(site)).toMatch(/<a class="[^"]*when-joinable" href="\/nova-nota">/);
  expect(barOf(site)).not.toContain('Ver ganhadores');
  const parameters = Object.entries({
    WINNER_PAGE_ENABLED: 'true',
    WINNER_PAGE_TYPE: 'PDF',
    WINNER_PDF_URL: '/ganhadores.pdf',
  }).map(([code, value], id) => ({ id, code, value, visibility: 'PUBLIC' as const }));
  const drawn = { ...site, campaign: { ...site.campaign, parameters } };
  expect(barOf(drawn)).toMatch(/<a class="[^"]*when-closed" href="\/ganhadores">Ver ganhadores/);
});

it('a page with a receipt that is only on this device does not say that there is none', () => {
  setEnvironment(pageEnvironment({ site }));
  $myReceipts.set({ state: 'loaded', value: [] });
  const shows = (text: string) => renderToStaticMarkup(<MyReceipts site={site} />).includes(text);
  expect(shows('nenhuma nota cadastrada')).toBe(true);
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', new Date(today)) }]);
  expect(shows('nenhuma nota cadastrada')).toBe(false);
  expect(shows('Fotografe a nota inteira')).toBe(true);
  $outbox.set([]);
});

it('the card of a rejected receipt leads to another one, but of one that could not be read to support', () => {
  setEnvironment(pageEnvironment({ site }));
  const cardFor = (rejectionCode: string) => {
    const moderationList = [{ rejectionReason: 'Motivo', rejectionCode }];
    const rejected = { ...approvedReceipt, status: 'REJECTED', moderationList } as never;
    $myReceipts.set({ state: 'loaded', value: [rejected] });
    return renderToStaticMarkup(<MyReceipts site={site} />);
  };
  expect(cardFor('OTHER')).toMatch(/fale conosco.*Enviar outra nota/);
  expect(cardFor('NO_PRODUCTS')).toContain('Enviar outra nota');
  expect(cardFor('ILLEGIBLE')).toMatch(
    /pode liberar um novo envio.*<a class="button[^>]*>Fale conosco</,
  );
  expect(cardFor('ILLEGIBLE')).not.toContain('Enviar outra nota');
});

const withDraw = { engines: [{ type: 'DRAW' }] } as never;

it('the sum counts lucky numbers only where there is a draw', () => {
  const sum = (type: string, status: string) =>
    renderToStaticMarkup(
      <ReceiptsSum
        campaign={{ engines: [{ type }] } as never}
        receipts={[{ engineOrders: [], status }] as never}
      />,
    );
  expect(sum('DRAW', 'APPROVED')).toContain('números da sorte');
  expect(sum('COLLECT_TO_WIN', 'APPROVED')).toBe('');
  expect(sum('COLLECT_TO_WIN', 'IN_ANALYSIS')).toMatch(/<dl><div><dt>nota em conferência/);
});

it.each([
  ['numbers open below it', [{ series: 4, generatedNumber: 153 }], true],
  ['lack of numbers has no button', [], false],
])('the only receipt’s %s', (_what, luckyNumbers, hasButton) => {
  setEnvironment(pageEnvironment({ site }));
  const draw = { engineType: 'DRAW', campaignEngineId: 101, status: 'REQUESTED', events: [] };
  const engineOrders = [{ ...draw, details: { luckyNumbers } }] as Receipt['engineOrders'];
  $myReceipts.set({ state: 'loaded', value: [{ ...approvedReceipt, engineOrders }] });
  const page = renderToStaticMarkup(<MyReceipts site={site} />);
  expect(page.includes('<div class="receipts-numbers"><button')).toBe(hasButton);
});

it('friends bring numbers only where numbers are drawn', () => {
  setEnvironment(pageEnvironment({ site }));
  $myReceipts.set({ state: 'loaded', value: [{ ...approvedReceipt, engineOrders: [] }] });
  const friends = { code: 'MGM_ENABLED', value: 'true' };
  const offers = (type: string) => {
    const engines = site.campaign.engines.filter((engine) => engine.type === type);
    const parameters = [friends, ...site.campaign.parameters];
    const campaign = { ...site.campaign, engines, parameters } as typeof site.campaign;
    return renderToStaticMarkup(<MyReceipts site={{ ...site, campaign }} />).includes(
      'class="receipts-numbers"',
    );
  };
  expect(offers('DRAW')).toBe(true);
  expect(offers('INSTANT_PRIZE')).toBe(false);
});

it('the sum names its only number in the singular', () => {
  setEnvironment(pageEnvironment({ site }));
  const sumOf = (...generatedNumbers: number[]) => {
    const luckyNumbers = generatedNumbers.map((generatedNumber) => ({
      series: 4,
      generatedNumber,
    }));
    const draw = { engineType: 'DRAW', campaignEngineId: 101, status: 'REQUESTED', events: [] };
    const engineOrders = [{ ...draw, details: { luckyNumbers } }] as Receipt['engineOrders'];
    const another = { ...approvedReceipt, id: 2, engineOrders: [] };
    $myReceipts.set({ state: 'loaded', value: [{ ...approvedReceipt, engineOrders }, another] });
    return renderToStaticMarkup(<MyReceipts site={site} />);
  };
  expect(sumOf(153)).toContain('Ver número<span class="visually-hidden"> da sorte<');
  expect(sumOf(153, 154)).toContain('Ver todos<span class="visually-hidden"> os números da sorte<');
});

it('the sum names receipts that are being checked only where there are some', () => {
  const receipt = { engineOrders: [], status: 'APPROVED' };
  const sum = (status: string) =>
    renderToStaticMarkup(
      <ReceiptsSum campaign={withDraw} receipts={[{ ...receipt, status }] as never} />,
    );
  expect(sum('APPROVED')).not.toContain('em conferência');
  expect(sum('IN_ANALYSIS')).toContain('nota em conferência');
});

it('sums of a thousand and more have a point', () => {
  const receipts = Array.from({ length: 1234 }, () => ({
    engineOrders: [],
    status: 'IN_ANALYSIS',
  }));
  const sum = renderToStaticMarkup(
    <ReceiptsSum campaign={withDraw} receipts={receipts as never} />,
  );
  expect(sum).toContain('<dt>notas em conferência</dt><dd>1.234</dd>');
});

it('the sum shows some numbers right under their count', () => {
  const receipt = { engineOrders: [], status: 'APPROVED' };
  const sum = (numbers: string | false) =>
    renderToStaticMarkup(
      <ReceiptsSum campaign={withDraw} receipts={[receipt] as never}>
        {numbers}
      </ReceiptsSum>,
    );
  expect(sum('4.00153')).toContain('números da sorte</dt><dd>0</dd><dd>4.00153</dd></div>');
  expect(sum(false)).toContain('números da sorte</dt><dd>0</dd></div>');
});

it.each([
  ['IN_ANALYSIS', 'Em moderação', false],
  ['PRE_APPROVED', 'Pendente validação', false],
  ['FRAUD_SUSPECT', 'Pendente análise', true],
  ['REQUESTED_NEW_IMAGE', 'Em moderação', false],
  ['NOT_ELIGIBLE', 'Não elegível', false],
  ['APPROVED', 'Processando', false],
  ['PARTIALLY_DONE', 'Parcialmente processado', false],
  ['DONE', 'Aprovado', false],
  ['ERROR', 'Erro ao processar', false],
] as const)(
  'the card of a receipt that is %s says “%s”, and what that means',
  (status, label, isRead) => {
    setEnvironment(pageEnvironment({ site }));
    const allowImageReplacement = status === 'REQUESTED_NEW_IMAGE';
    const receipt = { ...approvedReceipt, id: 2, status, allowImageReplacement };
    $myReceipts.set({ state: 'loaded', value: [approvedReceipt, receipt] });
    const [, card = ''] = renderToStaticMarkup(<MyReceipts site={site} />).split('<article');
    expect(card).toContain(`>${label}<`);
    expect(card.includes('mascote-le')).toBe(isRead);
    const advice = receiptAdvice(receipt, { isClosed: false });
    expect(card).toContain(advice?.text ?? '');
  },
);

it('the card of a rejected receipt says why, and offers to send another one', () => {
  setEnvironment(pageEnvironment({ site }));
  const moderationList = [
    {
      rejectionReason: 'A nota não tem produtos participantes.',
      rejectionCode: 'PRODUCT_MISSING',
    },
  ];
  const receipt: Receipt = { ...approvedReceipt, id: 2, status: 'REJECTED', moderationList };
  $myReceipts.set({ state: 'loaded', value: [approvedReceipt, receipt] });
  const [, card = ''] = renderToStaticMarkup(<MyReceipts site={site} />).split('<article');
  expect(card).toContain('>Reprovado<');
  expect(card).toContain('<p>A nota não tem produtos participantes.</p>');
  expect(card).toMatch(/<a [^>]*href="\/nova-nota">Enviar outra nota</);
});

it('the figure cheers over numbers, and waves where there are none', () => {
  setEnvironment(pageEnvironment({ site }));
  const figureOver = (value: { series: number; generatedNumber: number }[]) => {
    $luckyNumbers.set({ state: 'loaded', value });
    const wall = renderToStaticMarkup(
      <LuckyNumbersDialog campaign={site.campaign} onClose={() => {}} />,
    );
    return wall.match(/mascote-\w+/)?.[0];
  };
  expect(figureOver([{ series: 4, generatedNumber: 153 }])).toBe('mascote-comemora');
  expect(figureOver([])).toBe('mascote-acena');
});

it.each([
  ['while the promotion is open', 'open', true],
  ['and no longer after the end', 'over', false],
] as const)('the numbers lead to another receipt %s', (_when, phase, isAsked) => {
  setEnvironment(pageEnvironment({ site, phase: () => phase }));
  $luckyNumbers.set({ state: 'loaded', value: [{ series: 4, generatedNumber: 153 }] });
  const wall = renderToStaticMarkup(
    <LuckyNumbersDialog campaign={site.campaign} onClose={() => {}} />,
  );
  expect(wall).toContain('Mandar no WhatsApp');
  expect(wall.includes('Enviar outra nota')).toBe(isAsked);
});

it('the count over the numbers has its thousands apart', () => {
  setEnvironment(pageEnvironment({ site }));
  const numbers = Array.from({ length: 1234 }, (_, generatedNumber) => ({
    series: 4,
    generatedNumber,
  }));
  $luckyNumbers.set({ state: 'loaded', value: numbers });
  const wall = renderToStaticMarkup(
    <LuckyNumbersDialog campaign={site.campaign} onClose={() => {}} />,
  );
  expect(wall).toContain('<b>1.234</b>');
});
