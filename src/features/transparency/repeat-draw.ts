import type { Transparency } from '../../contract/transparency.ts';
import { instantOf } from '../../rules/dates.ts';
import { drawnNumber, type FederalPrizes } from '../../rules/draws/federal-lottery.ts';
import { distributedNumbers, drawOrder } from '../../rules/draws/winners-and-alternates.ts';
import { formatLuckyNumber, parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { LuckyNumber } from '../../rules/rewards/lucky-numbers.ts';
import { listHeadings } from '../../rules/verification/expected-publication.ts';

export interface DrawInput {
  federal: FederalPrizes;
  draw: Transparency['draws'][number];
  /** Null before the draw. */
  drawnAt: string | null;
}

export interface RepeatedDraw {
  target: string;
  nearest: string[];
  inDraw: number;
}

/** A line of the list that has another format; lines count from 1. */
export class ListLineError extends Error {
  line: number;

  constructor(line: number) {
    super(`Line ${line} has another format`);
    this.line = line;
  }
}

const nearestCount = 5;

/** Draws from the published numbers. @throws ListLineError */
export async function repeatDraw(
  { federal, draw, drawnAt }: DrawInput,
  lines: AsyncIterable<string>,
): Promise<RepeatedDraw> {
  const numbers = await numbersInDraw(draw.engine, fixedAt(draw, drawnAt), lines);
  const target = drawnNumber(federal, draw);
  const nearest: string[] = [];
  for await (const { series, number } of drawOrder(target, distributedNumbers(numbers))) {
    nearest.push(formatLuckyNumber({ series, number }));
    if (nearest.length === nearestCount) break;
  }
  return {
    target: formatLuckyNumber(target),
    nearest,
    inDraw: numbers.length,
  };
}

/** Numbers voided from then on take part. Infinity while the list may change. */
function fixedAt({ frozenAt, rules }: DrawInput['draw'], drawnAt: string | null): number {
  const moments = [frozenAt ?? drawnAt, rules?.extractionAt];
  return Math.min(...moments.map((moment) => (moment ? instantOf(moment).getTime() : Infinity)));
}

const listed = /^(\d+),\d+,([\d.]+),([\dTZ:.-]*)$/;

async function numbersInDraw(
  engine: number,
  fixed: number,
  lines: AsyncIterable<string>,
): Promise<LuckyNumber[]> {
  const numbers: LuckyNumber[] = [];
  let position = 0;
  for await (const line of lines) {
    position += 1;
    if (position === 1 && line === listHeadings.numbers) continue;
    const [, lineEngine, text = '', voidedAt = ''] = listed.exec(line) ?? [];
    const number = parseLuckyNumber(text);
    if (!number) throw new ListLineError(position);
    const isVoid = voidedAt !== '' && Date.parse(voidedAt) < fixed;
    if (Number(lineEngine) === engine && !isVoid) numbers.push(number);
  }
  return numbers;
}
