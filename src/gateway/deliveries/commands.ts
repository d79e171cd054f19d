import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { findById } from '../../contract/primitives.ts';
import { formatReais } from '../../rules/money.ts';
import {
  currentCode,
  type DeliveryStatus,
  deliveryStatuses,
  handedOutStatuses,
  isClaimOver,
  lastDayToClaim,
} from '../../rules/rewards/prize-delivery.ts';
import {
  type Command,
  type CommandCall,
  drawOf,
  idOf,
  idsOf,
  oneOf,
  type Row,
  runForEach,
  snapshotFor,
} from '../cli/command.ts';
import { readTrackingCodes } from '../cli/csv.ts';
import {
  expectedStatuses,
  filterUsage,
  type ListKind,
  listPage,
  pageUsage,
} from '../cli/list-options.ts';
import { type CommandOptions, UsageError } from '../cli/options.ts';
import { inSnapshot } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import type { ListPage } from '../db/queries/list-filters.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { countPrizesByKind } from '../rewards/instant-prize-queries.ts';
import { chooseDelivery, handOutPrize, moveDelivery } from './move-delivery.ts';
import {
  findDeliveries,
  findDeliveriesOfWin,
  findDeliveryMoves,
  type WonDelivery,
} from './queries.ts';

/** Words for --status of `prizes list`, and the statuses that each means. */
const prizeStates = {
  WAITING: ['WAITING'],
  READY: ['TO_NOTIFY', 'CONFIRMED'],
  WAITING_DOCUMENTS: ['WAITING_DOCUMENTS'],
  HANDED_OUT: handedOutStatuses,
  EXPIRED: ['EXPIRED'],
} satisfies Record<string, readonly DeliveryStatus[]>;

export const deliveryCommands: Command[] = [
  {
    usage: `prizes list ${filterUsage} ${pageUsage}`,
    does: `
      lists the instant prizes that were won, oldest first;
      --status: waiting for the approval of their receipt, its confirmation by the tax office,
      your word on its doubt (receipts doubted) or on its look-alike without an access key;
      ready to be sent; waiting_documents of the winner; handed_out; expired`,
    run: async (call) => {
      const kind = { statuses: Object.keys(prizeStates), groups: prizeStates };
      return (await deliveriesOf(call, kind, 'INSTANT_PRIZE')).map((prize) => ({
        ...prizeRow(prize),
        sharedWith: prize.sharedWith,
      }));
    },
  },
  {
    usage: 'prizes unwon',
    does: `
      counts the instant prizes that no one has won, of each kind, with what they are worth;
      after the end of the promotion their value goes to the Treasury`,
    run: countUnwon,
  },
  {
    usage: 'prizes hand-out <receipt>...',
    does: `
      records that the prize of one or several receipts was sent to its winner;
      refused before the receipt is approved or confirmed,
      while the tax office doubts it (receipts doubted),
      and before its approval while it has a look-alike without an access key.
      A receipt that is denied afterwards frees no prize for the next one`,
    run: handOut,
  },
  {
    usage: `winners list ${filterUsage} [--key <receipt or lucky number>] ${pageUsage}`,
    does: `
      lists who won prizes of the draw and instant prizes, how far each prize is,
      and until when it can be claimed; --status: ${deliveryStatuses.join(', ')};
      sharedWith names others with the winner’s phone, or who won at the same address`,
    run: listWinners,
  },
  {
    usage: 'winners show <receipt or lucky number> [--engine <id>] [--prize <id>]',
    does: 'shows a prize that was won, and who moved it when',
    run: showWinner,
  },
  {
    usage:
      'winners move <receipt or lucky number>... <status> [--status <status>] [--code <of the carrier>] [--engine <id>] [--prize <id>]',
    does: `
      moves one or several prizes along: to_notify, waiting_documents, confirmed,
      sent (with its code), delivered, expired; an instant prize may be sent at once.
      A parcel that came back goes from sent to confirmed, and after the last day to claim from there to
      expired, if its winner cannot be reached.
      Recorded by mistake: delivered goes back to sent without --code, expired to confirmed,
      confirmed to to_notify. --status: only those that still have it;
      of several, expired and delivered ones move only with it,
      and confirmed ones neither expire nor go back to to_notify without it.
      --prize: one that left, and that a corrected draw gave to another number`,
    run: moveWinners,
  },
  {
    usage: 'winners expire',
    does: `
      moves every prize that was not claimed in time to expired;
      its value goes to the Treasury.
      Names those whose winner you asked for documents,
      which winners move takes to confirmed or expired,
      and those that are confirmed and were not sent, which it takes to sent or,
      if a parcel came back and their winner is out of reach, to expired`,
    run: expireWinners,
  },
  {
    usage: 'winners ship <file> [--engine <id>]',
    does: `
      moves each prize of a CSV file that has a tracking code there to sent,
      in the columns nota or numero_sorteado, and rastreio, as of export winners;
      not by a code that it had before another`,
    run: shipWinners,
  },
];

function deliveriesOf(call: CommandCall, kind: ListKind, only: WonDelivery['kind'] | null) {
  const find = (page: ListPage) => findDeliveries(call.database, { ...page, kind: only });
  return listPage(call, kind, find);
}

async function countUnwon({ database, options }: CommandCall): Promise<readonly Row[]> {
  const { campaign, prizes } = await snapshotFor(database, options);
  const kinds = await countPrizesByKind(database, campaignIdOf(campaign));
  return kinds.map(({ campaignPrizeId, total, left }) => {
    const { description = null, unitaryValue: value = null } =
      findById(prizes, campaignPrizeId) ?? {};
    return {
      prize: campaignPrizeId,
      description,
      scheduled: total,
      unwon: left,
      value: value === null ? null : formatReais(value),
      valueInAll: value === null ? null : formatReais(left * value),
    };
  });
}

async function handOut(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const ids = idsOf(call.words);
  const snapshot = await snapshotFor(call.database, call.options);
  const { author } = call;
  return runForEach(call, { table: 'receipts', ids }, async (queries, receiptId, now) => {
    const handedOut = await handOutPrize(queries, snapshot, { receiptId, author, now });
    return isRefusal(handedOut) ? handedOut : [prizeRow({ ...handedOut, handedOutAt: now })];
  });
}

async function listWinners(call: CommandCall): Promise<readonly Row[]> {
  const { campaign } = await snapshotFor(call.database, call.options);
  const kind = { statuses: deliveryStatuses, keyOf: (text: string) => text };
  const namedCall = { ...call, options: { ...call.options, campaign: String(campaign.id) } };
  return (await deliveriesOf(namedCall, kind, null)).map((delivery) => ({
    ...winnerRow(delivery, campaign, call.now),
    name: delivery.consumerName,
    sharedWith: delivery.sharedWith,
  }));
}

async function showWinner({
  unauditedDatabase: database,
  options,
  words: [win],
  now,
}: CommandCall): Promise<readonly Row[] | Refusal> {
  if (!win) throw new UsageError('The number of the receipt, or the lucky number, is needed.');
  const snapshot = await snapshotFor(database, options);
  const { campaign, prizes } = snapshot;
  const name = { campaignId: campaignIdOf(campaign), win, engineId: engineOf(snapshot, options) };
  return inSnapshot(database, async (queries) => {
    const deliveries = await findDeliveriesOfWin(queries, name);
    const delivery = chooseDelivery(deliveries, prizeOf(options));
    if (isRefusal(delivery)) return delivery;
    const description = findById(prizes, delivery.campaignPrizeId)?.description ?? '';
    const facts = { ...winnerRow(delivery, campaign, now), description };
    const moves = await findDeliveryMoves(queries, delivery);
    return [
      ...Object.entries(facts).map(([what, value]) => ({ what, value })),
      ...moves.map(({ from, to, author, at }) => ({
        what: at,
        value: `${from} to ${to} (${author})`,
      })),
    ];
  });
}

async function moveWinners(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { words, options, database, author } = call;
  const to = oneOf(deliveryStatuses, words.at(-1));
  const ids = words.slice(0, -1);
  if (ids.length === 0) throw new UsageError('The receipt, or the lucky number, is needed.');
  if (options.code !== undefined && (to !== 'SENT' || ids.length > 1)) {
    throw new UsageError('--code is of one prize that is sent.');
  }
  const expected =
    expectedStatuses(options, deliveryStatuses) ?? (ids.length > 1 ? leftBy(to) : null);
  const snapshot = await snapshotFor(database, options);
  const engineId = engineOf(snapshot, options);
  const trackingCode = options.code?.trim() || null;
  const step = { to, engineId, prizeId: prizeOf(options), expected, trackingCode, author };
  return runForEach(call, { table: null, ids }, async (queries, win, now) => {
    const delivery = await moveDelivery(queries, snapshot, { ...step, win, now });
    if (isRefusal(delivery)) return delivery;
    return [{ from: delivery.from, ...winnerRow(delivery, snapshot.campaign, now) }];
  });
}

/** Several at once never undo a delivery, an expiry or a claim, unless --status names it. */
function leftBy(to: DeliveryStatus): DeliveryStatus[] {
  const excepted: DeliveryStatus[] = ['EXPIRED', 'DELIVERED'];
  if (to === 'EXPIRED' || to === 'TO_NOTIFY') excepted.push('CONFIRMED');
  return deliveryStatuses.filter((status) => !excepted.includes(status));
}

async function shipWinners(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const snapshot = await snapshotFor(call.database, call.options);
  const engineId = engineOf(snapshot, call.options);
  const step = { to: 'SENT', engineId, isListed: true, author: call.author } as const;
  // The receipt that a number of the draw came from stands in the list too.
  const codes = await readTrackingCodes(call, ['numero_sorteado', 'nota']);
  return runForEach(call, { table: null, ids: [...codes.keys()] }, async (queries, win, now) => {
    const trackingCode = codes.get(win)?.trim() || null;
    const delivery = await moveDelivery(queries, snapshot, { ...step, win, trackingCode, now });
    if (isRefusal(delivery)) return delivery;
    return [{ from: delivery.from, ...winnerRow(delivery, snapshot.campaign, now) }];
  });
}

async function expireWinners(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const snapshot = await snapshotFor(call.database, call.options);
  const { campaign } = snapshot;
  const awaited = (await findLateDeliveries(call, campaign, 'WAITING_DOCUMENTS')).map(wordsFor);
  if (awaited.length > 0) {
    call.progress(`Not expired, since documents are awaited: ${awaited.join(', ')}.`);
  }
  const confirmed = (await findLateDeliveries(call, campaign, 'CONFIRMED')).map(wordsFor);
  if (confirmed.length > 0) {
    call.progress(`Not expired, since they are confirmed, and not sent: ${confirmed.join(', ')}.`);
  }
  const deliveries = await findLateDeliveries(call, campaign, 'TO_NOTIFY');
  const lateDeliveries = new Map(deliveries.map((delivery) => [wordsFor(delivery), delivery]));
  const ids = [...lateDeliveries.keys()];
  const step = { to: 'EXPIRED', expected: ['TO_NOTIFY'], trackingCode: null } as const;
  return runForEach(call, { table: null, ids }, async (queries, words, now) => {
    const late = lateDeliveries.get(words);
    if (!late) return refuse('NOT_FOUND');
    const engineId = late.kind === 'DRAW' ? late.engineId : null;
    const expiry = { ...step, win: late.win, engineId, author: call.author, now };
    const expired = await moveDelivery(queries, snapshot, expiry);
    return isRefusal(expired) ? expired : [winnerRow(expired, campaign, now)];
  });
}

const pageSize = 10_000;
const unfiltered = { document: null, email: null, key: null, from: null, until: null };

async function findLateDeliveries(
  { database, now }: CommandCall,
  campaign: Campaign,
  status: DeliveryStatus,
): Promise<WonDelivery[]> {
  const campaignId = campaignIdOf(campaign);
  const filter = { ...unfiltered, campaignId, statuses: [status], kind: null };
  const late: WonDelivery[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await findDeliveries(database, { ...filter, limit: pageSize, offset });
    late.push(...page.filter((delivery) => isClaimOver(lastDayToClaim(campaign, delivery), now)));
    if (page.length < pageSize) return late;
  }
}

/** What names this prize in a command, also if another draw gave out the same number. */
function wordsFor({ kind, win, engineId }: WonDelivery): string {
  return kind === 'DRAW' ? `${win} --engine ${engineId}` : win;
}

function engineOf(snapshot: CampaignSnapshot, options: CommandOptions): number | null {
  return options.engine === undefined ? null : Number(drawOf(snapshot, options).id);
}

function prizeOf({ prize }: CommandOptions): number | null {
  return prize === undefined ? null : idOf(prize);
}

function prizeStateOf({ status }: WonDelivery): keyof typeof prizeStates | null {
  const states = Object.entries(prizeStates) as [
    keyof typeof prizeStates,
    readonly DeliveryStatus[],
  ][];
  return states.find(([, statuses]) => statuses.includes(status))?.[0] ?? null;
}

function prizeRow(prize: WonDelivery): Row {
  return {
    receipt: prize.instantReceiptId,
    status: prizeStateOf(prize),
    prize: prize.campaignPrizeId,
    consumer: prize.consumerId,
    wonAt: prize.wonAt,
    handedOutAt: prize.handedOutAt,
  };
}

function winnerRow(delivery: WonDelivery, campaign: Campaign, now: Date) {
  const { win, kind, status, campaignPrizeId, consumerId, wonAt } = delivery;
  const lastDay = lastDayToClaim(campaign, delivery);
  const isOpen = status === 'TO_NOTIFY' || status === 'WAITING_DOCUMENTS';
  return {
    win,
    kind,
    status,
    prize: campaignPrizeId,
    consumer: consumerId,
    wonAt,
    claimUntil: lastDay,
    overdue: isOpen && isClaimOver(lastDay, now) ? 'yes' : null,
    code: currentCode(delivery),
  };
}
