import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { cartTotals } from '../../../../src/features/redeem/cart.ts';
import {
  availabilityText,
  PrizeCard,
  PrizePicture,
} from '../../../../src/features/redeem/prize-card.tsx';
import {
  type PointsTerms,
  pointsTerms,
} from '../../../../src/features/redeem/prize-catalogue.store.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import type { Selection } from '../../../../src/rules/rewards/redeem.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';

it.each([
  [-1, 'Esgotado'],
  [0, 'Esgotado'],
  [1, '1 disponível'],
  [2, '2 disponíveis'],
  [40000, '40.000 disponíveis'],
])('a stock of %i reads %s', (stock, text) => {
  expect(availabilityText(stock)).toBe(text);
});

it('a prize that costs the whole balance lacks points for one more once it is chosen, and its buttons say so', () => {
  const prize = { id: 1, points: 100, description: 'Kit Escova', stock: 4, imageUrl: null };
  const shown = (quantity: number, available: number) =>
    renderToStaticMarkup(
      <PrizeCard
        prize={prize}
        prizes={[prize]}
        terms={pointsTerms({ engines: [] })}
        selection={{ 1: quantity }}
        available={available}
        broken={[]}
        isSoldOut={false}
      />,
    );
  expect(shown(0, 60)).toContain('40 pontos');
  expect(shown(1, 0)).toContain('Faltam 100 pontos para mais 1');
  expect(shown(1, 100)).not.toContain('Falta');
  expect(shown(4, 0), 'of what is all there is').not.toContain('Falta');
  const [, id] = /class="prize-stock" id="([^"]+)"/.exec(shown(1, 0)) ?? [];
  expect(shown(1, 0)).toContain(`aria-label="Mais um: Kit Escova" aria-describedby="${id}"`);
});

it('a prize lacks what is owed as well as what it costs, and the points that are shown are below zero', () => {
  const prize = { id: 1, points: 2, description: 'Kit Escova', stock: 4, imageUrl: null };
  const wallet = { balance: -5, status: 'ACTIVE' };
  const cart = { rules: [], isUnanswered: false };
  const { available } = cartTotals({ prizes: [prize], wallet, hasAddress: true }, {}, cart);
  const shown = renderToStaticMarkup(
    <PrizeCard
      prize={prize}
      prizes={[prize]}
      terms={pointsTerms({ engines: [] })}
      selection={{}}
      available={available}
      broken={[]}
      isSoldOut={false}
    />,
  );
  expect(shown).toContain('Faltam 7 pontos');
  expect(available).toBe(-5);
});

it('a prize that is redeemed by twos lacks the points of the cheapest two, once one is chosen its own', () => {
  const category = { id: 7, name: 'Kits' };
  const prize = { id: 1, points: 3, description: 'Kit Escova', stock: 4, imageUrl: null, category };
  const terms: PointsTerms = {
    ...pointsTerms({ engines: [] }),
    checkoutRules: [{ type: 'MULTIPLE_ITEMS_PER_CATEGORY', referenceValue: 7, value: 2 }],
  };
  const cheaper = { ...prize, id: 2, points: 2, description: 'Kit Sorriso' };
  const shown = (selection: Selection, prizes = [prize]) =>
    renderToStaticMarkup(
      <PrizeCard
        prize={prize}
        prizes={prizes}
        terms={terms}
        selection={selection}
        available={1}
        broken={[]}
        isSoldOut={false}
      />,
    );
  expect(shown({}), 'after the rule that explains it').toMatch(/só de\s2\sem\s2.*Faltam 5 pontos/);
  expect(shown({}, [prize, cheaper])).toContain('Faltam 4 pontos');
  expect(shown({ 2: 1 }, [prize, cheaper])).toContain('Faltam 2 pontos');
});

it('a prize’s picture is loaded from the address that the build gave it', () => {
  const site = siteProps(
    embeddedCampaign({ variant: 'all', window: 'live', tenantId: 't', today: '2026-11-23' }),
  );
  const pictures = { '/premios/kit.svg': 'https://cdn.example/premios/kit.svg?v=1a2b' };
  setEnvironment(pageEnvironment({ site: { ...site, pictures } }));
  const shown = (url: string) => renderToStaticMarkup(<PrizePicture url={url} />);
  expect(shown('/premios/kit.svg')).toContain('"https://cdn.example/premios/kit.svg?v=1a2b"');
  expect(shown('/premios/novo.svg'), 'added since the build').toContain('"/premios/novo.svg"');
});
