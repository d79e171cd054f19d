import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WinnerList } from '../../contract/winners.ts';
import { isCalendarDay } from '../../rules/dates.ts';
import { nextExtraction, parseFederalPrizes } from '../../rules/federal-draw.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { federalProblemMessage } from '../../rules/messages.ts';
import { campaignOf, drawOf } from '../cli/campaign-option.ts';
import { type Call, type Command, fileNamed, oneOf, type Row } from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import { type ApiError, isApiError } from '../http/api-error.ts';
import { closeCampaign } from './close.ts';
import { type Extraction, type MadeDraw, makeDraw } from './draw.ts';
import { countUnjudgedReceipts } from './draw-queries.ts';
import { publishWinners } from './winners.ts';

/** The end of a campaign: closed, then drawn. */
export const drawCommands: Command[] = [
  {
    usage: 'close',
    does: 'closes the campaign once its time is over',
    run: ({ database, options, now }) =>
      database.transaction(async (queries) => {
        const { campaign } = await campaignOf(queries, options);
        const closed = await closeCampaign(queries, campaign, now);
        if (isApiError(closed)) return closed;
        return [{ campaign: Number(campaign.id), closedAt: closed.closedAt.toISOString() }];
      }),
  },
  {
    usage: 'draw --federal <five prizes> --extraction <yyyy-MM-dd> [--engine <id>]',
    does: [
      'makes the draw, once, from the federal lottery’s prizes: --federal 12345,67890,11121,31415,92653',
      'with --no-extraction instead of prizes, for a day on which there was none, it tells the day that counts',
    ].join('\n'),
    run: draw,
  },
  {
    usage: 'winners [<folder>] [--type pdf|image] [--names full|initials]',
    does: [
      'publishes who won the draws, which /ganhadores shows when the site is built again;',
      'given a folder, writes the PDF and the picture there too',
    ].join('\n'),
    run: winners,
  },
];

async function draw(call: Call) {
  const { database, options, now, progress } = call;
  if (options['no-extraction']) {
    const day = extractionDay(call);
    return [{ extraction: day, result: 'NO_EXTRACTION', next: nextExtraction(day) }];
  }
  const extraction = extractionOf(call);
  return database.transaction(async (queries) => {
    const snapshot = await campaignOf(queries, options);
    const engine = drawOf(snapshot, options);
    const unjudged = await countUnjudgedReceipts(queries, Number(engine.id));
    if (unjudged > 0) progress(`Receipts in the draw that nobody has judged: ${unjudged}`);
    const made = await makeDraw(queries, snapshot, { engine, extraction, now });
    return isApiError(made) ? made : rowsOf(made);
  });
}

/** @throws UsageError */
function extractionOf(call: Call): Extraction {
  const read = parseFederalPrizes(call.options.federal ?? '');
  if ('problem' in read) throw new UsageError(`${federalProblemMessage(read)}.`);
  return { federalPrizes: read.prizes, day: extractionDay(call) };
}

/** @throws UsageError */
function extractionDay({ options: { extraction: day } }: Call): string {
  if (day === undefined) throw new UsageError('The day of the extraction is needed: --extraction.');
  if (!isCalendarDay(day)) throw new UsageError(`A day is yyyy-MM-dd, not ${day}.`);
  return day;
}

function rowsOf({ drawn, prizes }: MadeDraw): Row[] {
  return prizes.map(({ prize, winner }, index) => ({
    prize: index + 1,
    description: prize.description,
    drawn: formatLuckyNumber(drawn.series, drawn.number),
    result: winner ? 'WON' : 'NO_WINNER',
    number: winner && formatLuckyNumber(winner.series, winner.number),
    consumer: winner?.consumerId ?? null,
  }));
}

async function winners(call: Call): Promise<readonly Row[] | ApiError> {
  const { database, words, options, now } = call;
  const page = {
    type: oneOf(['PDF', 'IMAGE'], options.type),
    names: oneOf(['FULL', 'INITIALS'], options.names),
    publishedAt: now,
  };
  const list = await database.transaction(async (queries) =>
    publishWinners(queries, await campaignOf(queries, options), page),
  );
  if (isApiError(list)) return list;
  if (words.length > 0 && !options['dry-run']) await writeFiles(fileNamed(call), list);
  return list.draws.flatMap(({ name: draw, winners: named }): Row[] =>
    named.length > 0
      ? named.map(({ city, document, ...winner }) => ({
          draw,
          ...winner,
          document: document ?? null,
          city: city ?? null,
        }))
      : [{ draw, prize: null, number: 'NO_WINNER' }],
  );
}

async function writeFiles(folder: string, list: WinnerList): Promise<void> {
  const { winnersPdf, winnersPicture } = await import('../../campaign/winner-document.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ganhadores.pdf'), await winnersPdf(list));
  await writeFile(join(folder, 'ganhadores.webp'), await winnersPicture(list));
}
