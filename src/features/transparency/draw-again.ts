import { listHeadings } from '../../contract/transparency.ts';
import {
  type DistributedNumbers,
  drawnNumber,
  drawOrder,
  type FederalPrizes,
} from '../../rules/federal-draw.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import type { NumberSpace } from '../../rules/lucky-numbers.ts';

export interface DrawToMake {
  federal: FederalPrizes;
  engine: number;
  space: NumberSpace;
  /** When the draw was made: numbers voided later take part. Null: now. */
  at: string | null;
}

export interface DrawAgain {
  drawn: string;
  /** The nearest first. */
  nearest: string[];
  inDraw: number;
}

const shown = 5;

/**
 * Makes a draw from the published list of numbers.
 * @throws RangeError that names a line of another format.
 */
export async function drawAgain(
  draw: DrawToMake,
  lines: AsyncIterable<string>,
): Promise<DrawAgain> {
  const numbers = await numbersInDraw(draw, lines);
  const drawn = drawnNumber(draw.federal, draw.space);
  const nearest: string[] = [];
  for await (const { series, number } of drawOrder(drawn, distributedNumbers(numbers))) {
    nearest.push(formatLuckyNumber(series, number));
    if (nearest.length === shown) break;
  }
  return {
    drawn: formatLuckyNumber(drawn.series, drawn.number),
    nearest,
    inDraw: numbers.length,
  };
}

const listed = /^(\d+),\d+,(\d+\.\d{5,}),([\dTZ:.-]*)$/;

async function numbersInDraw(
  { engine, at }: DrawToMake,
  lines: AsyncIterable<string>,
): Promise<string[]> {
  const numbers: string[] = [];
  let position = 0;
  for await (const line of lines) {
    position += 1;
    if (position === 1 && line === listHeadings.numbers) continue;
    const [, itsEngine, number, voidedAt = ''] = listed.exec(line) ?? [];
    if (number === undefined) throw new RangeError(`A linha ${position} não é da lista.`);
    const isVoid = voidedAt !== '' && (at === null || voidedAt <= at);
    if (Number(itsEngine) === engine && !isVoid) numbers.push(number);
  }
  return numbers;
}

/** Groups lucky numbers such as `4.00153` by series, in ascending order, as a draw needs them. */
export function distributedNumbers(numbers: Iterable<string>): DistributedNumbers {
  const bySeries = new Map<number, number[]>();
  for (const text of numbers) {
    const [series = 0, number = 0] = text.split('.').map(Number);
    const own = bySeries.get(series);
    if (own) own.push(number);
    else bySeries.set(series, [number]);
  }
  for (const own of bySeries.values()) own.sort(ascending);
  return {
    series: [...bySeries.keys()].sort(ascending),
    numbersOf: (series) => bySeries.get(series) ?? [],
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}
