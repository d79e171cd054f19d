import fc from 'fast-check';

/**
 * What a person or moderation tries; `which` chooses among what there is, and is often refused.
 */
export type Step =
  | { step: 'send'; total: number }
  | { step: 'approve' | 'reject' | 'cancel'; which: number }
  | { step: 'settle' | 'correct'; which: number; to: 'SUCCESS' | 'ERROR' }
  | { step: 'withdraw' | 'redeem' };

const which = fc.nat({ max: 5 });

/** `total` in reais. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ step: fc.constant('send' as const), total: fc.integer({ min: 10, max: 300 }) }),
  fc.record({
    step: fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const),
    which,
  }),
  fc.record({
    step: fc.constantFrom('settle' as const, 'correct' as const),
    which,
    to: fc.constantFrom('SUCCESS' as const, 'ERROR' as const),
  }),
  fc.record({ step: fc.constantFrom('withdraw' as const, 'redeem' as const) }),
);

/** The item that `which` chooses. */
export function chosen<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % (items.length || 1)];
}

/** A person's part in the campaign with everything, in memory; money in centavos. */
interface PersonModel {
  receipts: { status: 'IN_ANALYSIS' | 'APPROVED' | 'REJECTED'; centavos: number; points: number }[];
  withdrawals: { status: 'PENDING' | 'SUCCESS' | 'ERROR'; centavos: number }[];
  redemptions: { status: 'REQUESTED' | 'CANCELED' }[];
}

export const newPersonModel = (): PersonModel => ({
  receipts: [],
  withdrawals: [],
  redemptions: [],
});

/** Points of the basket that is redeemed. */
const basket = 2;

/** The person's wallets and valid numbers after the step. */
export function holdings({ receipts, withdrawals, redemptions }: PersonModel) {
  const approved = receipts.filter(({ status }) => status === 'APPROVED');
  const withdrawn = withdrawals.filter(({ status }) => status !== 'ERROR');
  const redeemed = redemptions.filter(({ status }) => status !== 'CANCELED');
  const centavosOf = (items: readonly { centavos: number }[]) =>
    items.reduce((sum, { centavos }) => sum + centavos, 0);
  return {
    centavos: centavosOf(approved) - centavosOf(withdrawn),
    points: approved.reduce((sum, { points }) => sum + points, 0) - basket * redeemed.length,
    numbers: receipts.filter(({ status }) => status !== 'REJECTED').length,
  };
}

/** @returns whether the regulation allows the step; the model has then taken it */
export function takeInModel(person: PersonModel, step: Step): boolean {
  const { receipts, withdrawals, redemptions } = person;
  const { centavos, points } = holdings(person);
  switch (step.step) {
    case 'send':
      receipts.push({ status: 'IN_ANALYSIS', ...earned(person, step.total) });
      return true;
    case 'approve':
      return move(chosen(receipts, step.which), ['IN_ANALYSIS'], 'APPROVED');
    case 'reject':
      return move(chosen(receipts, step.which), ['IN_ANALYSIS', 'APPROVED'], 'REJECTED');
    case 'settle':
      return move(chosen(withdrawals, step.which), ['PENDING'], step.to);
    case 'correct': {
      const from = step.to === 'ERROR' ? 'SUCCESS' : 'ERROR';
      return move(chosen(withdrawals, step.which), [from], step.to);
    }
    case 'cancel':
      return move(chosen(redemptions, step.which), ['REQUESTED'], 'CANCELED');
    case 'withdraw':
      if (centavos > 0) withdrawals.push({ status: 'PENDING', centavos });
      return centavos > 0;
    case 'redeem':
      if (points >= basket) redemptions.push({ status: 'REQUESTED' });
      return points >= basket;
    default:
      return step satisfies never;
  }
}

/** A point for five reais; a tenth as cashback, of ten receipts and R$ 50,00 at most. */
function earned({ receipts }: PersonModel, total: number): { centavos: number; points: number } {
  const paid = receipts.filter(({ status, centavos }) => status !== 'REJECTED' && centavos > 0);
  const left = 5000 - paid.reduce((sum, { centavos }) => sum + centavos, 0);
  return {
    centavos: paid.length < 10 ? Math.min(total * 10, left) : 0,
    points: Math.floor(total / 5),
  };
}

function move<Status>(
  item: { status: Status } | undefined,
  from: readonly Status[],
  to: Status,
): boolean {
  if (!item || !from.includes(item.status)) return false;
  item.status = to;
  return true;
}
