import { drawPrizes } from '../../campaign/draw-prizes.ts';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import { dayInSaoPaulo, instantOf, todayInSaoPaulo } from '../../rules/dates.ts';
import { drawnNumber, drawOrder, type FederalPrizes } from '../../rules/federal-draw.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import type { LuckyNumber } from '../../rules/lucky-numbers.ts';
import type { Queries } from '../db/database.ts';
import { findClosing } from '../db/queries/campaigns.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { appendToLedger } from '../ledger/append.ts';
import { numberSpace } from '../rewards/lucky-numbers.ts';
import {
  findNumbersInDraw,
  findOwner,
  findSeriesInDraw,
  holdLuckyNumbers,
  insertDraw,
  insertWinner,
  type NewWinner,
} from './draw-queries.ts';

/** What a draw is made from. */
export interface Extraction {
  federalPrizes: FederalPrizes;
  /** The day of the federal lottery's extraction, `yyyy-MM-dd`. */
  day: string;
}

/** One prize and who won it; a prize for which no number was left has no winner. */
export interface DrawnPrize {
  prize: CampaignPrize;
  winner: (NewWinner & LuckyNumber) | null;
}

export interface MadeDraw {
  drawn: LuckyNumber;
  prizes: DrawnPrize[];
}

/**
 * Makes the draw of an engine, once, from an extraction of the federal lottery: the numbers that
 * were given out and are not void at this time, in the order of `drawOrder`, win the prizes in
 * theirs; the ledger is written last. Where the engine has `maxRewardsByConsumer`, numbers of a
 * consumer who has won as often are passed over.
 * Refused before the campaign is closed, for a day that is not after its end or is to come, for a
 * second time, and where the campaign does not say what the draw gives away.
 */
export async function makeDraw(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { engine, extraction, now }: { engine: Engine; extraction: Extraction; now: Date },
): Promise<MadeDraw | ApiError> {
  const key = { campaignId: Number(snapshot.campaign.id), engineId: Number(engine.id) };
  if (!(await findClosing(queries, key.campaignId))) {
    return no('A promoção ainda não foi encerrada.');
  }
  const wrongDay = dayProblem(extraction.day, snapshot.campaign.endsAt, now);
  if (wrongDay) return no(wrongDay);
  const prizes = drawPrizes(snapshot, engine);
  if (!prizes) return no('A campanha não diz quais prêmios são deste sorteio.');

  const drawn = drawnNumber(extraction.federalPrizes, numberSpace(engine.details));
  await holdLuckyNumbers(queries);
  const maximum = engine.details.maxRewardsByConsumer ?? Infinity;
  const { winners, passedOver } = await findWinningNumbers(queries, {
    ...key,
    drawn,
    prizes,
    maximum,
  });
  const isFirst = await insertDraw(queries, {
    ...key,
    federalPrizes: extraction.federalPrizes,
    extraction: extraction.day,
    drawnSeries: drawn.series,
    drawnNumber: drawn.number,
    passedOver,
    madeAt: now,
  });
  if (!isFirst) return no('Este sorteio já foi realizado.');
  for (const winner of winners) await insertWinner(queries, key, winner);
  const result = {
    engine: key.engineId,
    federal: [...extraction.federalPrizes],
    extraction: extraction.day,
    drawn: shown(drawn),
    winners: winners.map(shown),
    passedOver,
  };
  await appendToLedger(queries, key.campaignId, {
    now,
    entries: [{ type: 'DRAW_MADE', ...result }],
  });
  return {
    drawn,
    prizes: prizes.map((prize, index) => ({ prize, winner: winners[index] ?? null })),
  };
}

/** Why an extraction of that day decides nothing; null when it may. */
function dayProblem(day: string, endsAt: string, now: Date): string | null {
  if (day <= dayInSaoPaulo(instantOf(endsAt))) {
    return 'A extração deve ser posterior ao fim da promoção.';
  }
  return day > todayInSaoPaulo(now) ? 'A extração ainda não ocorreu.' : null;
}

async function findWinningNumbers(
  queries: Queries,
  search: {
    campaignId: number;
    engineId: number;
    drawn: LuckyNumber;
    prizes: readonly CampaignPrize[];
    maximum: number;
  },
): Promise<{ winners: (NewWinner & LuckyNumber)[]; passedOver: string[] }> {
  const { drawn, prizes, maximum, ...key } = search;
  const winners: (NewWinner & LuckyNumber)[] = [];
  const passedOver: string[] = [];
  const order = drawOrder(drawn, {
    series: await findSeriesInDraw(queries, key),
    numbersOf: (series) => findNumbersInDraw(queries, { ...key, series }),
  });
  for await (const number of order) {
    const prize = prizes[winners.length];
    if (!prize) break;
    const owner = await findOwner(queries, { ...key, ...number });
    const won = winners.filter(({ consumerId }) => consumerId === owner.consumerId).length;
    if (won >= maximum) {
      passedOver.push(shown(number));
    } else {
      const position = winners.length + 1;
      winners.push({ ...number, ...owner, position, campaignPrizeId: Number(prize.id) });
    }
  }
  return { winners, passedOver };
}

function shown({ series, number }: LuckyNumber): string {
  return formatLuckyNumber(series, number);
}

function no(message: string): ApiError {
  return apiError('NOT_ALLOWED_NOW', { message });
}
