import { expect, test } from 'vitest';
import { drawPrizes } from '../../../src/campaign/draw-prizes.ts';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import type { Engine } from '../../../src/contract/engines.ts';

const today = '2026-03-01';
const snapshot = embeddedCampaign({ window: 'live', variant: 'all', tenantId: 't', today });

function drawOf(engines: readonly Engine[]): Engine {
  const draw = engines.find(({ type }) => type === 'DRAW');
  if (!draw) throw new Error('The campaign has no draw');
  return draw;
}

const draw = drawOf(snapshot.campaign.engines);

/** A draw that lists prizes itself. */
function listing(...campaignPrizeIds: number[]): Engine {
  const prizes = campaignPrizeIds.map((campaignPrizeId, id) => ({
    id,
    campaignPrizeId,
    points: 0,
    description: '',
  }));
  return { ...draw, details: { ...draw.details, prizes } };
}

const idsOf = (engine: Engine, from: CampaignSnapshot = snapshot) =>
  drawPrizes(from, engine)?.map(({ id }) => id);

test('the only draw gives away what no other engine does', () => {
  expect(idsOf(draw)).toEqual([901]);
});

test('a draw gives each of its listed prizes as often as its quantity, in that order', () => {
  const prizes = snapshot.prizes.map((prize) =>
    prize.id === 901 ? { ...prize, quantity: 2 } : prize,
  );
  expect(idsOf(listing(904, 901), { ...snapshot, prizes })).toEqual([904, 901, 901]);
});

test('a draw without a list, beside another one, does not say what it gives away', () => {
  const engines = [...snapshot.campaign.engines, { ...draw, id: 105 }];
  const twice = { ...snapshot, campaign: { ...snapshot.campaign, engines } };
  expect(drawPrizes(twice, draw)).toBeNull();
  expect(idsOf(listing(901), twice)).toEqual([901]);
});
