import { describe, expect, it } from 'vitest';
import {
  type CampaignCourse,
  campaignPhase,
  isInactive,
  pointsPrizesExhausted,
} from '../../../../src/rules/campaign/campaign-phase.ts';

const campaign: CampaignCourse = {
  status: 'PUBLISHED',
  startsAt: '2025-10-01T00:00:00-03:00',
  endsAt: '2025-11-30T23:59:59-03:00',
  engines: [{ type: 'DRAW' }, { type: 'INSTANT_PRIZE' }],
};

const points = {
  type: 'COLLECT_TO_WIN',
  details: { prizes: [{ campaignPrizeId: 1 }, { campaignPrizeId: '2' }] },
};
const during = new Date('2025-10-15T12:00:00-03:00');

function stock(first: number, second: number) {
  return [
    { id: '1', quantity: first },
    { id: 2, quantity: second },
    { id: 3, quantity: 50 },
  ];
}

describe('campaign phase', () => {
  it.each([
    ['2025-09-30T23:59:59.999-03:00', 'not-started'],
    ['2025-10-01T00:00:00-03:00', 'open'],
    ['2025-10-01T02:59:59Z', 'not-started'],
    ['2025-11-30T23:59:59-03:00', 'open'],
    ['2025-11-30T23:59:59.999-03:00', 'open'],
    ['2025-12-01T00:00:00-03:00', 'over'],
    ['2025-12-01T02:59:59Z', 'open'],
  ])('is, at %s, %s', (now, phase) => {
    expect(campaignPhase(campaign, new Date(now))).toBe(phase);
  });

  it('is not published in any other status, inside its dates too', () => {
    expect(campaignPhase({ ...campaign, status: 'DRAFT' }, during)).toBe('not-published');
  });

  it('reads dates without an offset by the clock of São Paulo', () => {
    const local = { ...campaign, startsAt: '2025-10-01T00:00:00', endsAt: '2025-11-30T23:59:59' };
    expect(campaignPhase(local, new Date('2025-10-01T02:59:59Z'))).toBe('not-started');
    expect(campaignPhase(local, new Date('2025-12-01T02:59:59Z'))).toBe('open');
    expect(campaignPhase(local, new Date('2025-12-01T03:00:00Z'))).toBe('over');
  });

  it('is inactive before it is published or starts, and not after its end', () => {
    const phases = ['not-published', 'not-started', 'open', 'over'] as const;
    expect(phases.filter(isInactive)).toEqual(['not-published', 'not-started']);
  });
});

describe('prizes that points buy', () => {
  const alone = { ...campaign, engines: [points] };
  const among = { ...campaign, engines: [...campaign.engines, points] };

  it('close a campaign of points alone when all are gone', () => {
    expect(campaignPhase({ ...alone, prizes: stock(0, 0) }, during)).toBe('over');
    expect(campaignPhase({ ...alone, prizes: stock(0, -1) }, during)).toBe('over');
    expect(campaignPhase({ ...alone, prizes: stock(0, 1) }, during)).toBe('open');
  });

  it('may be a single one', () => {
    const single = { ...points, details: { prizes: [{ campaignPrizeId: 1 }] } };
    expect(pointsPrizesExhausted({ engines: [single], prizes: stock(0, 5) })).toBe(true);
  });

  it('do not bring forward the end of a campaign that has not started', () => {
    const before = new Date('2025-09-01T12:00:00-03:00');
    expect(campaignPhase({ ...alone, prizes: stock(0, 0) }, before)).toBe('not-started');
  });

  it('close only the redeem page when there are other engines', () => {
    expect(campaignPhase({ ...among, prizes: stock(0, 0) }, during)).toBe('open');
    expect(pointsPrizesExhausted({ ...among, prizes: stock(0, 0) })).toBe(true);
    expect(pointsPrizesExhausted({ ...among, prizes: stock(1, 0) })).toBe(false);
  });

  it('close nothing without a points engine or without knowledge of the stock', () => {
    const gone = [{ id: 1, quantity: 0 }];
    expect(campaignPhase({ ...campaign, prizes: gone }, during)).toBe('open');
    expect(pointsPrizesExhausted({ ...campaign, prizes: gone })).toBe(false);
    expect(campaignPhase(alone, during)).toBe('open');
    expect(campaignPhase({ ...alone, prizes: [] }, during)).toBe('open');
  });
});
