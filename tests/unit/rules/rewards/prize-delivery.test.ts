import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryMessage } from '../../../../src/rules/messages/labels.ts';
import {
  canMoveDelivery,
  type DeliveryStatus,
  deliveryStatuses,
  isClaimOver,
  isDeliveryOpen,
  lastDayToClaim,
  type PrizeKind,
} from '../../../../src/rules/rewards/prize-delivery.ts';

const anyKind = fc.constantFrom<PrizeKind[]>('DRAW', 'INSTANT_PRIZE');

/** Where a prize has been, from the first step on, by choices among the steps that are allowed. */
const anyPath = fc
  .record({ kind: anyKind, choices: fc.array(fc.nat(100), { maxLength: 12 }) })
  .map(({ kind, choices }) => {
    const path: DeliveryStatus[] = ['TO_NOTIFY'];
    for (const choice of choices) {
      const from = path.at(-1) ?? 'TO_NOTIFY';
      const next = deliveryStatuses.filter((to) => canMoveDelivery(kind, from, to));
      const to = next[choice % Math.max(1, next.length)];
      if (to) path.push(to);
    }
    return { kind, path };
  });

/** Steps back from what was recorded by mistake. */
const corrections = ['DELIVERED SENT', 'EXPIRED CONFIRMED'];

const sentAt = new Date('2026-06-01T12:00:00Z');

test.each<[DeliveryStatus, number, boolean]>([
  ['WAITING', 99, true],
  ['TO_NOTIFY', 99, true],
  ['WAITING_DOCUMENTS', 99, true],
  ['CONFIRMED', 99, true],
  ['SENT', 29, true],
  ['SENT', 30, false],
  ['DELIVERED', 0, false],
  ['EXPIRED', 0, false],
  ['PASSED_ON', 0, false],
])('a prize that is %s since %i days is still open: %s', (status, days, isOpen) => {
  const now = new Date(sentAt.getTime() + days * 86_400_000);
  expect(isDeliveryOpen({ status, movedAt: sentAt }, now)).toBe(isOpen);
});

test('a prize that was sent before moves were recorded is not open', () => {
  expect(isDeliveryOpen({ status: 'SENT', movedAt: null }, sentAt)).toBe(false);
});

test('a prize goes to one person, and only once, whatever is done', () => {
  fc.assert(
    fc.property(anyPath, ({ kind, path }) => {
      const ends: DeliveryStatus[] = ['DELIVERED', 'EXPIRED', 'PASSED_ON'];
      const steps = path.slice(1).map((to, index) => ({ from: path[index] ?? 'TO_NOTIFY', to }));
      const leftEnds = steps.filter(({ from }) => ends.includes(from));
      for (const { from, to } of leftEnds) expect(corrections).toContain(`${from} ${to}`);
      const isPassedOn = path.at(-1) === 'PASSED_ON';
      if (isPassedOn) expect(path.at(-2)).not.toBe('SENT');
      const toExpired = steps.filter(({ to }) => to === 'EXPIRED');
      for (const { from } of toExpired) expect(['SENT', 'DELIVERED']).not.toContain(from);
      if (kind === 'INSTANT_PRIZE') expect(isPassedOn).toBe(false);
      const firstSent = path.findIndex((status) => status === 'SENT' || status === 'DELIVERED');
      if (kind === 'DRAW' && firstSent >= 0)
        expect(path.slice(0, firstSent)).toContain('CONFIRMED');
    }),
  );
});

test.each<PrizeKind>(['DRAW', 'INSTANT_PRIZE'])(
  'a confirmed prize of a %s may expire, and what was confirmed by mistake begins anew',
  (kind) => {
    expect(canMoveDelivery(kind, 'CONFIRMED', 'EXPIRED')).toBe(true);
    expect(canMoveDelivery(kind, 'CONFIRMED', 'TO_NOTIFY')).toBe(true);
  },
);

test('every status but WAITING is reached from the first one, and no step stays where it is', () => {
  const reached = new Set<DeliveryStatus>(['TO_NOTIFY']);
  for (const from of reached) {
    for (const to of deliveryStatuses) if (canMoveDelivery('DRAW', from, to)) reached.add(to);
  }
  expect([...reached].toSorted()).toEqual(
    deliveryStatuses.filter((status) => status !== 'WAITING').toSorted(),
  );
  for (const status of deliveryStatuses)
    expect(canMoveDelivery('DRAW', status, status)).toBe(false);
});

describe('the last day to claim', () => {
  const campaign = { parameters: [], endsAt: '2025-11-30T23:59:59' };

  test.each([
    ['DRAW', '2025-12-06', '2026-06-04'],
    ['INSTANT_PRIZE', null, '2026-05-29'],
  ] as const)('of %s is the 180th from draw or end', (kind, extraction, day) => {
    expect(lastDayToClaim(campaign, { kind, extraction })).toBe(day);
  });

  test('is another where the campaign says so, and ends at midnight in São Paulo', () => {
    const parameters = [{ code: 'PRIZE_CLAIM_DAYS', value: '30' }];
    const day = lastDayToClaim(
      { ...campaign, parameters },
      { kind: 'INSTANT_PRIZE', extraction: null },
    );
    expect(day).toBe('2025-12-30');
    expect(isClaimOver(day, new Date('2025-12-30T23:59:59-03:00'))).toBe(false);
    expect(isClaimOver(day, new Date('2025-12-31T00:00:00-03:00'))).toBe(true);
  });
});

test('winners read where their prize is, and its code', () => {
  expect(deliveryMessage({ status: 'SENT', trackingCode: 'BR1' })).toBe(
    'Seu prêmio foi enviado. Código de rastreio: BR1.',
  );
  const lost = deliveryMessage({ status: 'PASSED_ON' });
  expect(lost, 'a prize may pass to no one').toBe(
    'Este prêmio deixou de ser seu, como diz o regulamento. Ficou com dúvida? Fale conosco.',
  );
  const silent = ['WAITING', 'TO_NOTIFY'];
  for (const status of deliveryStatuses) {
    expect.soft(deliveryMessage({ status }) === null, status).toBe(silent.includes(status));
  }
});
