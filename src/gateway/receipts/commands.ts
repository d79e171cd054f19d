import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatMoney } from '../../rules/money.ts';
import { rejectionReasons } from '../../rules/receipts/moderation-reasons.ts';
import { deniedStatuses, type ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import { type OfficeDoubt, officeDoubts } from '../../rules/receipts/review-reasons-and-doubts.ts';
import { findAuditEntriesOn } from '../cli/audit-log.ts';
import {
  type Command,
  type CommandCall,
  idOf,
  idsOf,
  isOfCampaignOption,
  oneOf,
  type Row,
  runForEach,
  snapshotFor,
} from '../cli/command.ts';
import {
  filterOf,
  filterUsage,
  listPage,
  pageUsage,
  personAndDayUsage,
} from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import { findConsumer } from '../db/queries/consumers.ts';
import type { ListPage } from '../db/queries/list-filters.ts';
import { StoppedByOperator } from '../failures.ts';
import { privateFolderMode, replaceFile } from '../private-files.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { drawPdfPages } from '../services/ocr/reading-processes.ts';
import { sumCashbackWallet, sumPoints } from '../wallets/queries.ts';
import { describeDenial, describeReceipt, receiptRow } from './describe-for-operator.ts';
import {
  approvedOrFailedStatuses,
  doubtProblem,
  keepReceipt,
  releaseReceipt,
  statusProblem,
  targetStatuses,
  unseenDoubtProblem,
} from './moderation.ts';
import {
  findDoubtedPage,
  findFilteredReceipts,
  findReceiptPage,
  findReceiptsInStatuses,
  type ReceiptToMove,
  receiptListKind,
} from './moderation-queries.ts';
import { moveReceipt, type ReceiptMove } from './move-receipt.ts';
import { findReceipt } from './queries.ts';
import { fileNameOf } from './receipt-files-and-links.ts';

export const receiptCommands: Command[] = [
  {
    usage: `receipts list ${filterUsage} [--key <access key or number>] ${pageUsage}`,
    does: `
      lists receipts, oldest first;
      reasons say why one waits for you (DAILY_LIMIT, SHOP_LIMIT, SAME_FILE, PARTIAL_KEY,
      SAME_NUMBER, SAME_PURCHASE, LAST_NUMBERS, LAST_CASHBACK, KEY_CONFLICT, TAX_OFFICE),
      and with any but the last two it earns once it is approved,
      unless SAME_FILE came with a replaced picture;
      sameFile names the first other receipt with that very file,
      samePurchase those of the same company, day and total where one of the two has no access
      key, the person’s own within a day and a real, and coupons and NF-e of the same total,
      at most twenty, the person’s own and the same shop’s first: compare with each,
      whatever the reasons;
      --status unjudged lists those that wait for a decision, whatever they went through`,
    run: async (call) => {
      const find = (page: ListPage) => findReceiptPage(call.database, page);
      return (await listPage(call, receiptListKind, find)).map(receiptRow);
    },
  },
  {
    usage: `receipts doubted ${personAndDayUsage} ${pageUsage}`,
    does: `
      lists approved receipts, DONE ones too, that their tax office has doubted since:
      doubts says how (CANCELLED, or another TOTAL, DAY or CNPJ, or PRODUCT:
      none of the promotion, or no accelerator; NOT_FOUND for three days; issued LATER than
      it was sent; PICTURE of another receipt).
      Nothing is taken by itself, but the instant prize waits:
      receipts move <id> REJECTED takes everything back, receipts keep <id>,
      or receipts move <id> DONE with that id alone, ends the doubt`,
    run: doubted,
  },
  {
    usage: 'receipts show <id>',
    does: `
      shows a receipt, where its picture lies, whose it is, its products,
      what its tax office says beside what was typed, what the engines made of it,
      and how and by whom it was moderated`,
    run: show,
  },
  {
    usage:
      'receipts move <id>... <status> [--status <status>] [--doubts <doubts>] [--reason <code or text>]',
    does: `
      moves one or several receipts to another status;
      with --status only what still has it, as in the list that you judge by:
      another moderator may have judged it since.
      Several, or with --status, only a denial ends doubts of the tax office;
      ended names those that the move has ended, and --doubts (TOTAL,DAY) those that may end.
      A rejection needs its reason, in words of your own or`,
    codes: rejectionReasons,
    run: moveNamed,
  },
  {
    usage: `receipts move-all <status> --status <status> [--reason <code or text>] [--key <access key or number>] ${personAndDayUsage}`,
    does: `
      moves every receipt that the filters find, each as receipts move does;
      try it with --dry-run.
      --status unjudged leaves FRAUD_SUSPECT and REQUESTED_NEW_IMAGE out here:
      look at those one by one, or name them.
      What has another status when its turn comes is left as it is, and named;
      so is what the tax office doubts (receipts doubted), unless it is denied`,
    run: moveAll,
  },
  {
    usage: 'receipts reject-all <consumer> --reason <code or text>',
    does: `
      rejects every receipt of one person that waits for a decision,
      as after a script that sent hundreds; each as receipts move does`,
    run: rejectAll,
  },
  {
    usage: 'receipts request-image <id>...',
    does: `
      asks the owner for a new picture, which they send on the site;
      it is the same as receipts move <id> REQUESTED_NEW_IMAGE.
      The receipt can be judged without the picture, too`,
    run: (call) => move(call, idsOf(call.words), { to: 'REQUESTED_NEW_IMAGE' }),
  },
  {
    usage: 'receipts keep <id>... [--doubts <doubts>]',
    does: `
      ends the tax office’s doubts of approved receipts,
      which keep their status and what they earned, as after a look at picture and office;
      --doubts: only if these, such as TOTAL,DAY, are all`,
    run: keep,
  },
  {
    usage: 'receipts release <id>...',
    does: `
      for a receipt that was denied by mistake: it stays denied,
      but may be sent once more while the promotion runs, waits for you then,
      and earns when you approve it`,
    run: release,
  },
  {
    usage: 'receipts picture <id>... [<folder>] [--original]',
    does: `
      writes the pictures of one or several receipts into a folder of your own (notas,
      unless you name another), to look at them side by side; wherever STORAGE_URL keeps them.
      Of a PDF it draws the first two pages, as a stranger’s PDF may do harm or show another
      total in another program; --original writes the PDF too`,
    run: savePictures,
  },
];

const unjudged = receiptListKind.groups.UNJUDGED;
/** `receipts move-all` leaves out suspects, and receipts whose owner was asked for a picture. */
const judgedByFilters = unjudged.filter(
  (status) => status !== 'FRAUD_SUSPECT' && status !== 'REQUESTED_NEW_IMAGE',
);

async function doubted(call: CommandCall): Promise<readonly Row[]> {
  const find = (page: ListPage) =>
    findDoubtedPage(call.database, { ...page, statuses: approvedOrFailedStatuses });
  return (await listPage(call, receiptListKind, find)).map(receiptRow);
}

async function show({ database, words, options, storage }: CommandCall) {
  const id = idOf(words[0]);
  const receipt = await findReceipt(database, id);
  const isOurs = await isOfCampaignOption(database, options, { table: 'receipts', id });
  if (!receipt || !isOurs) return refuse('NOT_FOUND');
  const { products } = await snapshotFor(database, { campaign: String(receipt.campaignId) });
  const acts = await findAuditEntriesOn(database, { topic: 'receipts', subject: String(id) });
  return (await describeReceipt(database, id, { products, storage, acts })) ?? refuse('NOT_FOUND');
}

async function savePictures(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { words } = call;
  const last = words.at(-1) ?? '';
  const isFolder = words.length > 1 && !/^\d+$/.test(last);
  const ids = idsOf(isFolder ? words.slice(0, -1) : words);
  const folder = resolve(call.directory, isFolder ? last : 'notas');
  const missing = refuse('NOT_FOUND');
  const notFound = `${missing.code}: ${missing.message}`;
  const rows: Row[] = [];
  for (const id of ids) {
    if (call.signal?.aborted) throw new StoppedByOperator(rows.length, ids.length);
    const found = await findReceiptPictures(call, id);
    const written = found && (await writePictures(call, { id, folder, ...found }));
    rows.push(...(written ?? [{ id, refused: notFound }]));
  }
  if (rows.every(({ refused }) => refused === notFound)) return missing;
  const unwritten = ids.filter((id) => !rows.some((row) => row['id'] === id && row['file']));
  if (unwritten.length > 0) call.progress(`${unwritten.length} of ${ids.length} were refused.`);
  return rows;
}

/** Null where all pages are drawn. The others may hold the sum, or what was bought. */
function undrawnMessage(drawn: number, pages: number, remedy: string | null): string | null {
  if (drawn > 0 && drawn === pages) return null;
  const fault =
    drawn === 0
      ? 'O PDF não pôde ser desenhado'
      : `Só ${drawn} das ${pages} páginas do PDF foram desenhadas`;
  return remedy === null ? `${fault}.` : `${fault}: ${remedy}.`;
}

interface FoundPictures {
  pictures: readonly { name: string; bytes: Uint8Array }[];
  undrawn: string | null;
}

async function writePictures(
  call: CommandCall,
  { id, folder, pictures, undrawn }: FoundPictures & { id: number; folder: string },
): Promise<readonly Row[]> {
  if (pictures.length > 0 && !call.options['dry-run']) {
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    await call.recordAudit(id);
    for (const { name, bytes } of pictures) {
      await replaceFile(join(folder, name), (handle) => handle.writeFile(bytes));
    }
  }
  const files = pictures.map(({ name }) => ({ id, file: join(folder, name) }));
  return undrawn === null ? files : [...files, { id, refused: undrawn }];
}

async function findReceiptPictures(
  { database, options, storage }: CommandCall,
  id: number,
): Promise<FoundPictures | null> {
  const isOurs = await isOfCampaignOption(database, options, { table: 'receipts', id });
  const receipt = isOurs ? await findReceipt(database, id) : null;
  const bytes = receipt?.fileKey ? await storage.get(receipt.fileKey) : null;
  if (!receipt || !bytes) return null;
  const file = { name: fileNameOf(receipt), bytes };
  if (receipt.fileType !== 'application/pdf') return { pictures: [file], undrawn: null };
  const { pages, pageCount } = await drawPdfPages(bytes);
  const drawn = pages.map((page, index) => ({ name: `nota-${id}-${index + 1}.png`, bytes: page }));
  const remedy = options.original ? null : '--original o grava como veio';
  return {
    pictures: options.original ? [...drawn, file] : drawn,
    undrawn: undrawnMessage(drawn.length, pageCount, remedy),
  };
}

async function moveNamed(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const to = oneOf(targetStatuses, call.words.at(-1));
  const ids = idsOf(call.words.slice(0, -1));
  const { statuses } = await filterOf(call.database, call.options, receiptListKind);
  const isByList = ids.length > 1 || statuses !== null;
  const seenDoubts = doubtsSeen(call);
  return move(call, ids, {
    to,
    problemOf: (receipt) =>
      (statuses && statusProblem(receipt, statuses)) ??
      unseenDoubtProblem(receipt, seenDoubts) ??
      (isByList ? doubtProblem(receipt, to) : null),
  });
}

/** No moderator looked at these one by one: skip those whose status changed or that are doubted. */
function moveFound(call: CommandCall, receipts: readonly ReceiptToMove[], to: ReceiptStatus) {
  if (receipts.length === 0) return [];
  const found = new Map(receipts.map(({ id, status }) => [id, [status]]));
  return move(call, [...found.keys()], {
    to,
    problemOf: (receipt) =>
      statusProblem(receipt, found.get(receipt.id) ?? []) ?? doubtProblem(receipt, to),
  });
}

function doubtsSeen({ options: { doubts } }: CommandCall): readonly OfficeDoubt[] | null {
  return doubts?.split(',').map((word) => oneOf(officeDoubts, word)) ?? null;
}

function move(
  call: CommandCall,
  ids: readonly number[],
  change: Pick<ReceiptMove, 'to' | 'problemOf'>,
) {
  const { to } = change;
  const reason = call.options.reason || undefined;
  return runForEach(call, { table: 'receipts', ids }, async (queries, receiptId, now) => {
    const moved = await moveReceipt(queries, { receiptId, ...change, reason, now });
    if (isRefusal(moved)) return moved;
    const { from, consumerId: consumer, endedDoubts } = moved;
    if (deniedStatuses.includes(to)) {
      for (const sentence of await describeDenial(queries, receiptId)) call.progress(sentence);
    }
    const cashback = formatMoney(await sumCashbackWallet(queries, consumer));
    const points = await sumPoints(queries, consumer);
    const ended = endedDoubts.length > 0 ? { ended: endedDoubts.join(', ') } : {};
    return [{ id: receiptId, from, to, ...ended, consumer, cashback, points }];
  });
}

function keep(call: CommandCall) {
  const seenDoubts = doubtsSeen(call);
  return runForEach(call, { table: 'receipts', ids: idsOf(call.words) }, async (queries, id) => {
    const kept = await keepReceipt(queries, id, seenDoubts);
    return isRefusal(kept) ? kept : [kept];
  });
}

function release(call: CommandCall) {
  return runForEach(
    call,
    { table: 'receipts', ids: idsOf(call.words) },
    async (queries, id, now) => {
      const released = await releaseReceipt(queries, id, now);
      if (isRefusal(released)) return released;
      const { identifier, consumerId: consumer, isPrizeGone } = released;
      if (isPrizeGone) {
        call.progress(`The prize of receipt ${id} is gone: sent again, it may win another.`);
      }
      return [{ id, identifier, consumer }];
    },
  );
}

async function moveAll(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const to = oneOf(targetStatuses, call.words[0]);
  if (call.options.status === undefined) {
    throw new UsageError('--status is needed: which receipts are to be moved.');
  }
  const kind = { ...receiptListKind, groups: { UNJUDGED: judgedByFilters } };
  const filter = await filterOf(call.database, call.options, kind);
  return moveFound(call, await findFilteredReceipts(call.database, filter), to);
}

async function rejectAll(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, words, options } = call;
  const consumer = idOf(words[0]);
  if (!options.reason) return refuseFields([{ field: 'rejectionReason', violation: 'REQUIRED' }]);
  const isOurs = await isOfCampaignOption(database, options, { table: 'consumers', id: consumer });
  if (!isOurs || !(await findConsumer(database, consumer))) return refuse('NOT_FOUND');
  const waiting = { consumerId: consumer, statuses: unjudged };
  const receipts = await findReceiptsInStatuses(database, waiting);
  return moveFound(call, receipts, 'REJECTED');
}
