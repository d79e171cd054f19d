import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { EngineOrder, Receipt } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  EngineResults,
  FoldedTickets,
} from '../../../../../src/features/receipts/result/engine-results.tsx';
import { GiftStage } from '../../../../../src/features/receipts/result/gift-stage.tsx';
import {
  ReceiptStatusNow,
  SavedReceiptDialog,
} from '../../../../../src/features/receipts/result/result-dialog.tsx';
import { ResultScene } from '../../../../../src/features/receipts/result/result-scene.tsx';
import { approvedReceipt } from '../../../../support/approved-receipt.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { receiptSite } from '../../../../support/receipt-site.ts';

const site = await receiptSite();
beforeAll(() =>
  setEnvironment(pageEnvironment({ site, homeUrl: () => 'https://brisal.example/' })),
);

function order(overrides: Partial<EngineOrder>): EngineOrder {
  return {
    engineType: 'DRAW',
    campaignEngineId: 101,
    status: 'REQUESTED',
    rewarded: false,
    events: [],
    details: null,
    ...overrides,
  };
}

function scene(...engineOrders: EngineOrder[]): string {
  const receipt = { id: 1, status: 'IN_ANALYSIS', rewarded: false, engineOrders };
  const act = () => {};
  return renderToStaticMarkup(
    <ResultScene site={site} receipt={receipt} isJustSent onClose={act} onAnother={act} />,
  );
}

/** As `/minhas-notas` shows it again. */
function sceneAgain(status: string, ...engineOrders: EngineOrder[]): string {
  const act = () => {};
  return renderToStaticMarkup(
    <ResultScene
      site={site}
      receipt={{ status, engineOrders }}
      isJustSent={false}
      statusNow="Como a nota está"
      onClose={act}
      onAnother={act}
    />,
  );
}

const luckyNumbers = [{ series: 4, generatedNumber: 153, type: 'BASE' }] as const;

it('the result says what comes next for a receipt that earns only when approved', () => {
  const shown = scene(order({ status: 'TO_REQUEST' }));
  expect(shown).toContain('Vamos conferir a sua nota');
  expect(shown).toContain('mascote-le.svg');
  expect(shown.match(/Aguardando moderação/g)).toHaveLength(1);
  expect(shown).toContain('quando for aprovada');
  expect(shown).toMatch(/scene-headline"><b>O resultado sai em até 3 dias úteis\.<\/b>.*Sorteio/);
  expect(shown).toContain('<span> O que ela render aparece em');
});

it('the result says in a word what each engine waits for, and the sentence to screen readers', () => {
  const message = 'Os números da sorte chegam quando a nota for aprovada.';
  const waiting = order({ status: 'TO_REQUEST', events: [{ status: 'TO_REQUEST', message }] });
  expect(scene(waiting)).toContain(`<p class="visually-hidden">${message}</p>`);
});

it('the result shows what each engine waits for, where the campaign does not say how long a check takes', () => {
  const message = 'Conferimos a nota em até 5 dias.';
  const waiting = order({ status: 'TO_REQUEST', events: [{ status: 'TO_REQUEST', message }] });
  const silent = { ...site, hotsite: { ...site.hotsite, engineTexts: {} } };
  setEnvironment(pageEnvironment({ site: silent }));
  const shown = scene(waiting);
  setEnvironment(pageEnvironment({ site, homeUrl: () => 'https://brisal.example/' }));
  expect(shown).toContain(message);
  expect(shown).not.toContain(`<p class="visually-hidden">${message}</p>`);
});

it('the result shows texts without a reward in one tile, below the rewards', () => {
  const waiting = order({ status: 'TO_REQUEST' });
  const silent = order({ status: 'CREATED', campaignEngineId: 102 });
  const earned = order({ engineType: 'CASHBACK', details: { transaction: { value: 5 } } });
  expect(sceneAgain('IN_ANALYSIS', waiting, silent)).toContain('result-rows');
  const [before, after] = sceneAgain('IN_ANALYSIS', waiting, earned).split('result-rows');
  expect(before).toContain('5,00');
  expect(after).toContain('Aguardando moderação');
});

it('the result says how many prizes are in the gift, and that the others follow', () => {
  const prize = (campaignPrizeId: number) =>
    order({
      engineType: 'INSTANT_PRIZE',
      rewarded: true,
      details: { winner: { campaignPrizeId } },
    });
  expect(scene(prize(1))).toContain('trouxe um presente!');
  expect(scene(prize(1))).not.toContain('logo abaixo');
  expect(scene(prize(1), prize(2), prize(3))).toContain('trouxe 3 presentes!');
  expect(scene(prize(1), prize(2), prize(3))).toContain('E mais 2 prêmios, logo abaixo');
});

it('the result says beside the prize how long the check takes', () => {
  const won = order({
    engineType: 'INSTANT_PRIZE',
    rewarded: true,
    details: { winner: { campaignPrizeId: 1 } },
  });
  const text = 'Conferimos cada nota em até 3 dias úteis, e o cartão-presente chega';
  expect(sceneAgain('IN_ANALYSIS', won)).toContain(`<b>Falta só conferirmos a nota.</b> ${text}`);
  const approved = sceneAgain('APPROVED', won);
  expect(approved).toContain('Prêmio confirmado: o cartão-presente chega em até 30 dias');
  expect(approved).not.toMatch(/onferirmos|Conferimos cada nota/);
});

it('the result says when a prize arrives until its delivery says more', () => {
  const deliveredAs = (status: string) =>
    sceneAgain(
      'APPROVED',
      order({
        engineType: 'INSTANT_PRIZE',
        rewarded: true,
        details: {
          winner: { campaignPrizeId: 1 },
          deliveries: [{ status, number: null, campaignPrizeId: 1 }] as never,
        },
      }),
    );
  expect(deliveredAs('NEW')).toContain('chega em até 30 dias');
  expect(deliveredAs('SENT')).not.toContain('chega em até 30 dias');
  expect(deliveredAs('SENT')).toContain('Seu prêmio foi enviado.');
});

it('the result of a new receipt leads to all of them, and says so once', () => {
  const numbers = order({ details: { luckyNumbers: [...luckyNumbers] } });
  const link = '<a href="/minhas-notas">Minhas notas</a>';
  expect(scene(numbers)).toContain(`Fica tudo em ${link}`);
  expect(scene(order({ status: 'TO_REQUEST' })).split(link)).toHaveLength(2);
  expect(sceneAgain('IN_ANALYSIS', numbers)).not.toContain(link);
});

it('the result offers another receipt only once the gift is open', () => {
  const won = order({
    engineType: 'INSTANT_PRIZE',
    rewarded: true,
    details: { winner: { campaignPrizeId: 1 } },
  });
  const numbers = order({ details: { luckyNumbers: [...luckyNumbers] } });
  expect(scene(won, numbers)).not.toContain('Enviar outra nota');
  expect(scene(won, numbers)).not.toContain('00153');
  expect(scene(numbers)).toContain('Enviar outra nota');
});

it('the result of an earlier receipt shows its gift open, its prize and its status', () => {
  const prize = {
    engineType: 'INSTANT_PRIZE',
    details: { winner: { campaignPrizeId: 1 } },
  } as const;
  const shown = sceneAgain('DONE', order({ ...prize, rewarded: true }));
  expect(shown).not.toContain('Abrir o presente');
  expect(shown).toContain('Parabéns, você ganhou');
  expect(shown).toContain('Como a nota está');
  expect(shown).toContain('Enviar outra nota');
});

it('the result of void numbers neither celebrates nor winks, and offers to send another receipt', () => {
  const numbers = { luckyNumbers: [{ ...luckyNumbers[0], voided: true }] };
  const shown = sceneAgain('REJECTED', order({ status: 'CANCELLED', details: numbers }));
  expect(shown).toContain('Esta nota não valeu');
  expect(shown).toContain('mascote-duvida');
  expect(shown).toContain('Enviar outra nota');
  expect(shown).not.toContain('Guarde a nota original</b>');
  expect(shown).toContain('Número anulado<');
  expect(shown).not.toContain('para conferir');
  const two = { luckyNumbers: [...numbers.luckyNumbers, ...numbers.luckyNumbers] };
  const many = sceneAgain('REJECTED', order({ status: 'CANCELLED', details: two }));
  expect(many).toContain('Números anulados<');
  expect(shown).not.toContain('mascote-comemora');
  expect(shown).toContain('scene-denied');
  const kept = order({ rewarded: true, details: { luckyNumbers: [...luckyNumbers] } });
  expect(sceneAgain('DONE', kept)).not.toContain('scene-denied');
});

it('the numbers of two draws of one receipt have names of their own, and no id twice', () => {
  const [number] = luckyNumbers;
  const details = {
    luckyNumbers: [
      { ...number, type: 'BONUS' },
      { ...number, generatedNumber: 154, voided: true },
    ],
  } satisfies EngineOrder['details'];
  const draws = [order({ details }), order({ campaignEngineId: 102, details })];
  const shown = renderToStaticMarkup(
    <EngineResults campaign={site.campaign} receiptStatus="DENIED" orders={draws} />,
  );
  const lists = Array.from(
    shown.matchAll(/<ul class="tickets" aria-label="([^"]+)"/g),
    ([, name]) => name,
  );
  expect(lists).toEqual([...new Set(lists), ...new Set(lists)]);
  expect(lists).toContain('Número anulado');
  const ids = Array.from(shown.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

it('the result says what numbers wait for, and when they are drawn', () => {
  const numbers = order({ rewarded: true, details: { luckyNumbers: [...luckyNumbers] } });
  const shown = scene(numbers);
  expect(shown).toMatch(/Falta só conferirmos a nota\.<\/b> Sorteio em\s\d{2}\/\d{2}\/\d{4}/);
  expect(shown).toContain('<span class="visually-hidden">Aguardando moderação</span>');
  expect(sceneAgain('DONE', numbers)).not.toContain('Falta só conferirmos');
});

it('the result thanks for a receipt that won nothing', () => {
  const shown = scene(order({ engineType: 'INSTANT_PRIZE' }));
  expect(shown).toContain('Obrigado por participar');
  expect(shown).not.toContain('Vamos conferir');
});

it('the result puts tickets first where there are some', () => {
  const shown = scene(order({ details: { luckyNumbers: [...luckyNumbers] } }));
  expect(shown).toContain('4</b>.00153');
  expect(shown).not.toContain('Obrigado por participar');
});

it('the result says in one line, after all rewards, that no prize came', () => {
  const lost = order({ engineType: 'INSTANT_PRIZE', campaignEngineId: 102 });
  const numbers = order({ details: { luckyNumbers: [...luckyNumbers] } });
  const cashback = { engineType: 'CASHBACK', details: { transaction: { value: 5 } } } as const;
  const shown = scene(lost, numbers, order({ ...cashback, campaignEngineId: 103 }));
  const [before = '', after = ''] = shown.split(
    'Não foi dessa vez <span class="typed-face">:-(</span>',
  );
  expect(before).toContain('00153');
  expect(before).toContain('5,00');
  expect(before).toContain('Guarde a nota original');
  expect(after).toContain('Mandar no WhatsApp');
  expect(after).not.toContain('Tente de novo');
});

it('the result says first and kindly that no prize came if nothing else did', () => {
  const shown = scene(order({ engineType: 'INSTANT_PRIZE' }));
  const [before = '', after = ''] = shown.split(
    'Não foi dessa vez <span class="typed-face">:-(</span>',
  );
  expect(before).not.toContain('Guarde a nota original');
  expect(before).toMatch(
    /">Concluído<\/span><\/header><p[^>]*><img [^>]*-duvida.svg"[^>]*><span>$/,
  );
  expect(after).toContain('Tente de novo com outra nota!');
});

it('the result shows the first of many numbers on a phone, and all of them on a press', () => {
  const shown = (count: number) =>
    scene(order({ details: { luckyNumbers: Array(count).fill(luckyNumbers[0]) } }));
  expect(shown(11)).toContain('Ver os 11');
  const links = [...shown(11).matchAll(/<a [^>]*numero=[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, text]) => text?.replace(/<[^>]*>/g, ''))).toEqual(Array(11).fill('4.00153'));
  expect(shown(4)).not.toContain('Ver os');
});

it('the result offers to share numbers without a prize', () => {
  const shown = scene(order({ details: { luckyNumbers: [...luckyNumbers] } }));
  expect(shown).toContain('https://wa.me/?text=J%C3%A1%20tenho%201%20n%C3%BAmero%20da%20sorte');
});

it('the result shows a status once if several engines have it', () => {
  const numbers = order({ details: { luckyNumbers: [...luckyNumbers] } });
  const cashback = { engineType: 'CASHBACK', details: { transaction: { value: 5 } } } as const;
  const chips = (shown: string) => shown.match(/class="chip /g)?.length;
  expect(chips(scene(numbers, order(cashback)))).toBe(1);
  expect(chips(scene(numbers, order({ ...cashback, status: 'ERROR' })))).toBe(2);
});

it('the result shows the first numbers beside a prize, and the others on a press', () => {
  const shown = (count: number) =>
    renderToStaticMarkup(
      <FoldedTickets
        numbers={Array.from({ length: count }, (_, place) => ({ ...luckyNumbers[0], id: place }))}
      />,
    );
  expect(shown(11).match(/<li/g)).toHaveLength(3);
  expect(shown(11)).toContain('Ver os 11');
  expect(shown(3).match(/<li/g)).toHaveLength(3);
  expect(shown(3)).not.toContain('Ver os');
});

it.each([
  ['APPROVED', /^<div class="scene-next">.*<span>Sua nota: Processando<\/span>/],
  ['IN_ANALYSIS', /<h3>Sua nota<\/h3><span class="chip [^>]*>Em moderação</],
] as const)('the status %s of a receipt with a prize', (status, shown) => {
  const engineOrders = [
    order({ engineType: 'INSTANT_PRIZE', details: { winner: { campaignPrizeId: 1 } } }),
  ];
  const receipt: Receipt = { ...approvedReceipt, status, engineOrders };
  expect(renderToStaticMarkup(<ReceiptStatusNow receipt={receipt} />)).toMatch(shown);
});

it.each([
  ['while the promotion is open', 'open', ['Fechar', 'Enviar outra nota']],
  ['and no longer after the end', 'over', ['Fechar']],
] as const)(
  'a result whose scene did not load leads to another receipt %s',
  (_when, phase, ways) => {
    setEnvironment(pageEnvironment({ site, phase: () => phase }));
    const act = () => {};
    const shown = renderToStaticMarkup(
      <SavedReceiptDialog
        site={site}
        receipt={approvedReceipt}
        scene={{ state: 'missing' }}
        onClose={act}
        onAnother={act}
      />,
    );
    expect(shown).toContain('Guarde a nota original');
    expect(shown.match(/(?<=<button[^>]*>)[^<]+(?=<\/button>)/g)).toEqual(ways);
  },
);

it('the gift loads the prize’s picture from the address that the build gave it', () => {
  const pictures = { '/premios/cartao.svg': 'https://cdn.example/premios/cartao.svg?v=1a2b' };
  setEnvironment(pageEnvironment({ site: { ...site, pictures } }));
  const prize = {
    id: 902,
    description: 'Cartão',
    quantity: 1,
    mainImageUrl: '/premios/cartao.svg',
  };
  const shown = renderToStaticMarkup(
    <GiftStage prize={prize} prizeCount={1} isOpen onOpen={() => {}} />,
  );
  setEnvironment(pageEnvironment({ site, homeUrl: () => 'https://brisal.example/' }));
  expect(shown).toContain('"https://cdn.example/premios/cartao.svg?v=1a2b"');
});
