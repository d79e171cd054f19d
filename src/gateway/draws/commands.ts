import { type FileHandle, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WinnerList } from '../../contract/winners.ts';
import { formatDateTime, isCalendarDay } from '../../rules/dates.ts';
import { parseFederalPrizes } from '../../rules/draws/federal-lottery.ts';
import { federalViolationMessage } from '../../rules/messages/messages.ts';
import { formatLuckyNumber, parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import {
  type Command,
  type CommandCall,
  campaignIdFor,
  checkConfirmation,
  drawOf,
  fileArgument,
  maxShown,
  oneOf,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf, type EngineKey, engineKeyOf } from '../db/queries/campaigns.ts';
import { replaceFile } from '../private-files.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { closeCampaign } from './close-campaign.ts';
import { countDoubtedReceipts, countUnjudgedReceipts } from './draw-queries.ts';
import { declareNoExtraction, readDrawState } from './draw-state.ts';
import { freezeList, writeParticipants } from './freeze-list.ts';
import { type Extraction, type MadeDraw, makeDraw } from './make-draw.ts';
import { findAccountedName, findMissentPrizes } from './winner-queries.ts';
import { disqualifyWinner, publishWinners, unpublishWinners } from './winners.ts';

export const drawCommands: Command[] = [
  {
    usage: 'close [--force] [--confirm <name>]',
    question: 'O encerramento publica os segredos e não se desfaz. Nome da promoção',
    does: `
      closes the campaign once its time is over, which a terminal confirms by the campaign’s name;
      in the ten minutes after that, in which receipts sent before it may still arrive,
      only with --force, which refuses them`,
    run: ({ database, options, now }) =>
      database.transaction(async (queries) => {
        const { campaign } = await snapshotFor(queries, options);
        const campaignId = campaignIdOf(campaign);
        const misnamed = checkConfirmation(options, [campaign.name], {
          sentence: 'Confirme o encerramento',
          mayBeOmitted: true,
        });
        if (misnamed) return misnamed;
        const closed = await closeCampaign(queries, campaignId, {
          now,
          allowStillArriving: options.force === true,
        });
        if (isRefusal(closed)) return closed;
        const { closedAt, endedOrders } = closed;
        const tooLate = endedOrders > 0 ? { waitedTooLong: endedOrders } : {};
        return [{ campaign: campaignId, closedAt, ...tooLate }];
      }),
  },
  {
    usage: 'freeze [<file>] [--engine <id>] [--unjudged <reason>] [--force] [--confirm <name>]',
    question:
      'A lista fixada não muda mais, e até o sorteio nenhuma nota com números é recusada. Nome da promoção',
    does: `
      fixes the numbers that take part in a draw, once,
      after the close and before the extraction’s hour,
      which a terminal confirms by the campaign’s name;
      given a file, writes the list of participants there, in the format of SCPC;
      where stamps were promised, from five minutes before that hour on only with --force:
      no verifier will accept a list whose stamp comes later`,
    run: freeze,
  },
  {
    usage: [
      'draw --federal <five prizes>|--no-extraction --extraction <yyyy-MM-dd> --confirm <name>',
      '[--engine <id>] [--unjudged <reason>] [--force] [--correct <reason>]',
    ].join(' '),
    does: `
      makes the draw, once, from the federal lottery’s prizes:
      --federal 12345,67890,11121,31415,92653 of the day that the campaign declared.
      --confirm repeats the campaign’s name.
      Where receipts are unjudged: --unjudged <reason>, which is published.
      Where the list was not frozen before the extraction although stamps were promised: --force.
      With --correct <reason> it replaces a draw that was made from wrong prizes.
      With --no-extraction instead of prizes, for a day on which there was none,
      the ledger says so`,
    run: draw,
    question: 'O que se registra do sorteio não se apaga. Nome da promoção',
  },
  {
    usage: 'winners disqualify <number> --reason <text> [--engine <id>] [--confirm <name>]',
    question:
      'A desclassificação é publicada e vai por e-mail a quem perde o prêmio. Nome de quem o ganhou',
    does: `
      takes a prize of the draw from its winner; the campaign’s rule says who gets it instead;
      both are published. A terminal confirms it by the winner’s name, which --dry-run shows;
      only draw --correct takes it back`,
    run: disqualify,
  },
  {
    usage: 'winners withdraw',
    does: `
      ends that publication, and the emails of it that are still to be sent;
      without it, it ends one year after the draw`,
    run: ({ database, options, now }) =>
      database.transaction(async (queries) => {
        const campaignId = await campaignIdFor(queries, options);
        return (await unpublishWinners(queries, { campaignId, now })) ?? [{ campaign: campaignId }];
      }),
  },
  {
    usage: 'winners [<folder>] [--type pdf|image] [--names full|initials]',
    does: `
      publishes who won the draws; /ganhadores shows it once the site is built again;
      given a folder, writes the PDF and the picture there too;
      repeated, it keeps the form that was published, which at first is the PDF with full names`,
    run: winners,
  },
];

async function freeze(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, options, now, words, progress } = call;
  const { campaign } = await snapshotFor(database, options);
  const misnamed = checkConfirmation(options, [campaign.name], {
    sentence: 'Confirme a lista do sorteio',
    mayBeOmitted: true,
  });
  if (misnamed) return misnamed;
  const key = await engineKeyFor(call);
  const frozen = await database.transaction(async (queries) => {
    await reportDoubted(queries, call, key);
    return freezeList(queries, {
      ...key,
      unjudgedReason: options.unjudged ?? null,
      allowLateFreeze: options.force === true,
      now,
    });
  });
  if (isRefusal(frozen)) return frozen;
  if (!options['dry-run']) {
    progress('The list is fixed.');
    const { stampDeadline } = await readDrawState(database, key);
    if (stampDeadline) {
      progress(
        now < stampDeadline
          ? `It has no time stamp yet, and needs one before ${formatDateTime(stampDeadline.toISOString())}: look in a minute whether /api/transparency/stamps.jsonl has a line more.`
          : 'Its time stamp comes too late: no verifier accepts it.',
      );
    }
    if (words.length > 0) await exportParticipants(call);
    else progress('Write it now, by scpc export: a later list lacks people who erased their data.');
  }
  const at = new Date(frozen.at);
  return [{ engine: frozen.engine, numbers: frozen.numbers, sha256: frozen.hash, at }];
}

export async function exportParticipants(call: CommandCall): Promise<readonly Row[]> {
  const { database, options, progress } = call;
  const path = fileArgument(call);
  const key = await engineKeyFor(call);
  const write = (file: FileHandle | null) => writeParticipants(database, key, { file, progress });
  const { lines, refused, erased } = options['dry-run']
    ? await write(null)
    : await replaceFile(path, write);
  if (refused.size > 0) {
    const remedy = 'consumers rename gives a name its 6 letters; then write the list again';
    progress(`SCPC would refuse lines of people ${shortListOf(refused)}: ${remedy}.`);
  }
  if (erased.size > 0) {
    progress(`Only a list from before they left names people ${shortListOf(erased)}.`);
  }
  return [{ file: path, numbers: lines }];
}

async function engineKeyFor({ database, options }: CommandCall): Promise<EngineKey> {
  const snapshot = await snapshotFor(database, options);
  return engineKeyOf(snapshot.campaign, drawOf(snapshot, options));
}

function shortListOf(people: ReadonlySet<number>): string {
  const shownPeople = [...people].slice(0, maxShown).join(', ');
  return people.size > maxShown ? `${shownPeople} (${people.size} in all)` : shownPeople;
}

async function draw(call: CommandCall) {
  const { database, options, now, progress } = call;
  if (options['no-extraction'] && options.federal !== undefined) {
    throw new UsageError(
      'There was an extraction (--federal) or none (--no-extraction), not both.',
    );
  }
  const extraction = options['no-extraction'] ? null : extractionOf(call);
  const day = extractionDay(call);
  return database.transaction(async (queries) => {
    const snapshot = await snapshotFor(queries, options);
    const engine = drawOf(snapshot, options);
    const key = engineKeyOf(snapshot.campaign, engine);
    // An entry about a draw cannot be taken back.
    const unconfirmed = checkConfirmation(options, [snapshot.campaign.name], {
      sentence: 'Confirme o sorteio com o nome da promoção',
      mayBeOmitted: false,
    });
    if (unconfirmed) return unconfirmed;
    if (!extraction) {
      const skipped = await declareNoExtraction(queries, { ...key, day, now });
      if (isRefusal(skipped)) return skipped;
      return [{ extraction: day, result: 'NO_EXTRACTION', next: skipped.next }];
    }
    const unjudged = await countUnjudgedReceipts(queries, key);
    if (unjudged > 0) progress(`Receipts of the draw that are unjudged: ${unjudged}`);
    await reportDoubted(queries, call, key);
    const unjudgedReason = options.unjudged ?? null;
    const correctionReason = options.correct?.trim() || null;
    const allowLateFreeze = options.force === true;
    const request = { engine, extraction, unjudgedReason, allowLateFreeze, correctionReason, now };
    const madeDraw = await makeDraw(queries, snapshot, request);
    if (isRefusal(madeDraw)) return madeDraw;
    await reportPrizes(queries, call, key, madeDraw);
    return rowsOf(madeDraw);
  });
}

/** Names prizes that no one gets, and those on their way to someone who does not win them now. */
async function reportPrizes(
  queries: Queries,
  { progress }: CommandCall,
  key: EngineKey,
  { prizes }: MadeDraw,
): Promise<void> {
  for (const { winner } of prizes) {
    if (!winner?.isErased) continue;
    const number = formatLuckyNumber(winner);
    progress(`No one gets the prize of ${number}: consumer ${winner.consumerId} was erased.`);
  }
  for (const { win, campaignPrizeId, status } of await findMissentPrizes(queries, key)) {
    const whenBack =
      status === 'SENT'
        ? ` Once it is back: winners move ${win} confirmed --prize ${campaignPrizeId}.`
        : '';
    progress(
      `Prize ${campaignPrizeId} of ${win} is ${status}, and the draw gives it to another.${whenBack}`,
    );
  }
}

/** Warns before the freeze: afterwards a receipt rightly doubted costs a disqualification. */
async function reportDoubted(
  queries: Queries,
  { progress }: CommandCall,
  key: EngineKey,
): Promise<void> {
  const doubted = await countDoubtedReceipts(queries, key);
  if (doubted > 0) {
    progress(`Receipts of the draw that the tax office doubts: ${doubted} (receipts doubted).`);
  }
}

async function disqualify({
  database,
  options,
  words: [number],
  author,
  now,
  progress,
}: CommandCall) {
  const reason = options.reason?.trim();
  if (!number || !parseLuckyNumber(number)) {
    throw new UsageError(`A lucky number is like 4.00153, not ${number ?? 'nothing'}.`);
  }
  if (!reason) throw new UsageError('The reason is needed, which is published: --reason.');
  return database.transaction(async (queries) => {
    const snapshot = await snapshotFor(queries, options);
    const key = engineKeyOf(snapshot.campaign, drawOf(snapshot, options));
    const done = await disqualifyWinner(queries, { ...key, number, reason, author, now });
    if (isRefusal(done)) return done;
    const { disqualifiedConsumerId, successor } = done;
    const winner = await findAccountedName(queries, disqualifiedConsumerId);
    const misnamed = checkConfirmation(options, [winner], {
      sentence: `O número ${number} é de ${winner}`,
      mayBeOmitted: true,
    });
    if (misnamed) return misnamed;
    if (options['dry-run'])
      progress(`${number} is of ${winner} (consumer ${disqualifiedConsumerId}).`);
    if (successor === null) progress('The prize goes to no one.');
    progress('Only draw --correct takes this back, and it starts the winners over.');
    return [{ number, successor, reason }];
  });
}

function extractionOf(call: CommandCall): Extraction {
  const federalPrizes = parseFederalPrizes(call.options.federal ?? '');
  if ('violation' in federalPrizes)
    throw new UsageError(`${federalViolationMessage(federalPrizes)}.`);
  return { federalPrizes: federalPrizes.prizes, day: extractionDay(call) };
}

function extractionDay({ options: { extraction: day } }: CommandCall): string {
  if (day === undefined) throw new UsageError('The day of the extraction is needed: --extraction.');
  if (!isCalendarDay(day)) throw new UsageError(`A day is yyyy-MM-dd, not ${day}.`);
  return day;
}

function rowsOf({ drawn, prizes }: MadeDraw): Row[] {
  return prizes.map(({ prize, winner }, index) => ({
    prize: index + 1,
    description: prize.description,
    drawn: formatLuckyNumber(drawn),
    result: winner ? 'WON' : 'NO_WINNER',
    number: winner && formatLuckyNumber(winner),
    consumer: winner?.consumerId ?? null,
  }));
}

async function winners(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, words, options, now } = call;
  const page = {
    ...(options.type !== undefined && { type: oneOf(['PDF', 'IMAGE'], options.type) }),
    ...(options.names !== undefined && { names: oneOf(['FULL', 'INITIALS'], options.names) }),
    publishedAt: now,
  };
  const list = await database.transaction(async (queries) =>
    publishWinners(queries, await snapshotFor(queries, options), page),
  );
  if (isRefusal(list)) return list;
  if (words.length > 0 && !options['dry-run']) await writeFiles(fileArgument(call), list);
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
  const { winnersPdf, winnersPicture } = await import('../../campaign/documents.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ganhadores.pdf'), await winnersPdf(list));
  await writeFile(join(folder, 'ganhadores.webp'), await winnersPicture(list));
}
