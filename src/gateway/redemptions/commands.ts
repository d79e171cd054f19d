import { addressLine } from '../../rules/people/address.ts';
import { type RedemptionStatus, redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { type Command, idsOf, oneOf, runForEach } from '../cli/command.ts';
import { readTrackingCodes } from '../cli/csv.ts';
import { expectedStatuses, filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import type { ListPage } from '../db/queries/list-filters.ts';
import { isRefusal } from '../refusal.ts';
import {
  moveRedemption,
  readdressRedemption,
  recordReturn,
  shipRedemption,
} from './move-redemption.ts';
import { findRedemptionPage, listedRedemptionStatuses } from './queries.ts';
import { describeItems } from './redeem.ts';

const redemptionTargets: RedemptionStatus[] = [
  'REQUESTED',
  'CONFIRMED',
  'BILLED',
  'SHIPPED',
  'AWAITING_WITHDRAW',
  'COMPLETED',
  'CANCELED',
];

export const redemptionCommands: Command[] = [
  {
    usage: `redemptions list ${filterUsage} ${pageUsage}`,
    does: `
      lists redeemed orders, newest first; --status: ${listedRedemptionStatuses.join(', ')};
      held names whose wallet is blocked, or who owes points because a receipt was denied later;
      doubted is yes while the tax office doubts an approved receipt of the owner (receipts
      doubted); sharedWith names others with the owner’s phone, or who won at the same address`,
    run: async (call) => {
      const find = (page: ListPage) => findRedemptionPage(call.database, page);
      const redemptions = await listPage(call, { statuses: listedRedemptionStatuses }, find);
      return redemptions.map(
        ({ id, consumerId, totalPoints, items, createdAt, ...redemption }) => ({
          id,
          status: redemption.status,
          redeemedAt: createdAt,
          consumer: consumerId,
          held: redemption.obstacle,
          doubted: redemption.isOwnerDoubted ? 'yes' : null,
          sharedWith: redemption.sharedWith,
          code: redemption.trackingCode,
          returnedAt: redemption.returnedAt,
          points: totalPoints,
          items: describeItems(items),
        }),
      );
    },
  },
  {
    usage: 'redemptions move <id>... <status> [--status <status>] [--code <of the carrier>]',
    does: `
      moves one or several redeemed orders along: ${redemptionTargets.join(', ')};
      the email about one that is shipped names its code.
      One that is held is only cancelled or completed.
      One that came back is shipped again, or cancelled, and a wrong code is corrected,
      by shipped --code. --status: only those that still have it;
      completed by mistake goes back by shipped --status completed, which emails no one`,
    run: (call) => {
      const { words, options } = call;
      const to = oneOf(redemptionTargets, words.at(-1));
      const ids = idsOf(words.slice(0, -1));
      if (options.code !== undefined && (to !== 'SHIPPED' || ids.length > 1)) {
        throw new UsageError('--code is of one order that is shipped.');
      }
      const trackingCode = options.code?.trim() || null;
      const expected = expectedStatuses(options, redemptionStatuses);
      return runForEach(call, { table: 'redemptions', ids }, async (queries, id, now) => {
        const redemption = await moveRedemption(queries, { id, to, trackingCode, expected, now });
        return isRefusal(redemption) ? redemption : [{ id, ...redemption }];
      });
    },
  },
  {
    usage: 'redemptions ship <file>',
    does: `
      ships each order of a CSV file that has a tracking code there,
      in the columns resgate and rastreio, as of export redemptions;
      whatever it still had to pass through before it is shipped;
      not by a code that it had before another`,
    run: async (call) => {
      const codes = await readTrackingCodes(call, ['resgate']);
      const ids = idsOf([...codes.keys()]);
      const codeOf = new Map([...codes].map(([name, code]) => [Number(name), code]));
      return runForEach(call, { table: 'redemptions', ids }, async (queries, id, now) => {
        const code = codeOf.get(id) ?? '';
        const shipped = await shipRedemption(queries, { id, trackingCode: code, now });
        return isRefusal(shipped) ? shipped : [{ id, ...shipped, code }];
      });
    },
  },
  {
    usage: 'redemptions returned <id>...',
    does: `
      records that the parcels of shipped orders came back,
      and asks their owners by email to look at their address;
      redemptions address takes it, and redemptions move <id> shipped sends them again;
      of an order that no one collected it tells no one:
      then redemptions move <id> canceled gives the points back`,
    run: (call) => {
      const ids = idsOf(call.words);
      return runForEach(call, { table: 'redemptions', ids }, async (queries, id, now) => {
        const returned = await recordReturn(queries, { id, now });
        if (isRefusal(returned)) return returned;
        const { consumerId: consumer, trackingCode: code, returnedAt } = returned;
        return [{ id, consumer, code, returnedAt }];
      });
    },
  },
  {
    usage: 'redemptions address <id>...',
    does: 'gives orders that have not left, or came back, the address that their owner’s profile has now',
    run: (call) => {
      const ids = idsOf(call.words);
      return runForEach(call, { table: 'redemptions', ids }, async (queries, id) => {
        const address = await readdressRedemption(queries, id);
        return isRefusal(address) ? address : [{ id, address: addressLine(address) }];
      });
    },
  },
];
