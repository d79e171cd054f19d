import { linesTotalCentavos } from '../receipts/receipt-fields.ts';
import {
  type CashbackRule,
  cashbackEarned,
  nothingYet,
  pointsEarned,
} from './cashback-and-points.ts';
import type { EngineType } from './engines-and-reward-status.ts';
import { type DrawLine, type DrawRule, luckyNumbersByRules } from './numbers-earned.ts';

interface RewardingEngine {
  type: EngineType;
  name: string;
  cumulative?: boolean | null | undefined;
  details: CashbackRule & {
    rules: readonly DrawRule[];
    pointsMonetaryFactor?: number | null | undefined;
  };
}

export type SimulatedReward = { engine: string } & (
  | { type: 'DRAW'; regular: number; bonus: number }
  | { type: 'INSTANT_PRIZE' }
  | { type: 'CASHBACK'; value: number; percentage: number }
  | { type: 'COLLECT_TO_WIN'; points: number; factor: number }
);

export type Simulation =
  | { state: 'empty' }
  | { state: 'too-little'; total: number; missing: number }
  | { state: 'earns'; total: number; rewards: SimulatedReward[] };

/** Rewards if it were the user's first receipt. */
export function simulateReceipt(
  lines: readonly DrawLine[],
  engines: readonly RewardingEngine[],
  minimumCentavos: number,
): Simulation {
  if (lines.length === 0) return { state: 'empty' };
  const total = linesTotalCentavos(lines);
  if (total < minimumCentavos)
    return { state: 'too-little', total, missing: minimumCentavos - total };
  return {
    state: 'earns',
    total,
    rewards: engines.map((engine) => rewardOf(engine, lines, total)),
  };
}

/** An engine may have nothing for a receipt, such as one below the least total of its rules. */
export function isEarned(reward: SimulatedReward): boolean {
  switch (reward.type) {
    case 'DRAW':
      return reward.regular + reward.bonus > 0;
    case 'INSTANT_PRIZE':
      return true;
    case 'CASHBACK':
      return reward.value > 0;
    case 'COLLECT_TO_WIN':
      return reward.points > 0;
    default:
      return reward satisfies never;
  }
}

function rewardOf(
  { type, name: engine, cumulative, details }: RewardingEngine,
  lines: readonly DrawLine[],
  total: number,
): SimulatedReward {
  switch (type) {
    case 'DRAW': {
      const before = { cumulative: cumulative === true, carried: 0 };
      const { regular, bonus } = luckyNumbersByRules(lines, details.rules, before);
      return { type, engine, regular, bonus };
    }
    case 'INSTANT_PRIZE':
      return { type, engine };
    case 'CASHBACK': {
      const { value } = cashbackEarned(total, details, nothingYet);
      return { type, engine, value, percentage: details.percentage ?? 0 };
    }
    case 'COLLECT_TO_WIN': {
      const factor = details.pointsMonetaryFactor ?? 1;
      return { type, engine, points: pointsEarned(total, factor), factor };
    }
    default:
      return type satisfies never;
  }
}
