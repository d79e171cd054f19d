import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { readLedgerEntry } from '../../rules/ledger-entries.ts';
import { readCheckpoint, type TreeHead } from '../../rules/signed-note.ts';
import type { Queries } from '../db/database.ts';
import { findMilestones } from '../ledger/entries.ts';
import { findPublishedHead } from '../ledger/log-head.ts';
import { countLuckyNumbers } from '../rewards/lucky-number-queries.ts';
import { type DrawRecord, findDraws } from './draw-queries.ts';
import { type AccountedWinner, findAccountedWinners } from './winner-queries.ts';

export interface ReportedDraw extends DrawRecord {
  engine: string;
  issued: number;
  voided: number;
  /** The commitment to the key of the numbers, published before the start. */
  commitment: string | null;
  winners: (AccountedWinner & { prize: string; value: number | null })[];
}

export interface DrawReport {
  promotion: string;
  brand: string;
  certificate: string | null;
  startsAt: string;
  endsAt: string;
  ledger: TreeHead;
  draws: ReportedDraw[];
}

export async function readDrawReport(
  queries: Queries,
  { campaign, hotsite, prizes }: CampaignSnapshot,
): Promise<DrawReport> {
  const campaignId = Number(campaign.id);
  const counts = await countLuckyNumbers(queries, campaignId);
  const winners = await findAccountedWinners(queries, campaignId);
  const { checkpoint } = await findPublishedHead(queries, campaignId);
  const [opening] = await findMilestones(queries, campaignId);
  const commitments = opening ? readLedgerEntry(opening.entry) : null;
  const prizeOf = (wanted: number) => prizes.find(({ id }) => Number(id) === wanted);
  const describe = (draw: DrawRecord): ReportedDraw => {
    const own = counts.filter(({ engineId }) => engineId === draw.engineId);
    const committed = commitments?.type === 'COMMITMENTS' ? commitments.draws : [];
    return {
      ...draw,
      engine: campaign.engines.find(({ id }) => Number(id) === draw.engineId)?.name ?? '',
      issued: own.reduce((sum, { issued }) => sum + issued, 0),
      voided: own.reduce((sum, { voided }) => sum + voided, 0),
      commitment: committed.find(({ engine }) => engine === draw.engineId)?.commitment ?? null,
      winners: winners
        .filter(({ engineId }) => engineId === draw.engineId)
        .map((winner) => ({
          ...winner,
          prize: prizeOf(winner.campaignPrizeId)?.description ?? '',
          value: prizeOf(winner.campaignPrizeId)?.unitaryValue ?? null,
        })),
    };
  };
  const certificate = hotsite.footer.certificates.find(({ engineType }) => engineType === 'DRAW');
  return {
    promotion: campaign.name,
    brand: hotsite.header.brand,
    certificate: certificate?.number ?? null,
    startsAt: campaign.startsAt,
    endsAt: campaign.endsAt,
    ledger: readCheckpoint(checkpoint) ?? { size: 0, root: '' },
    draws: (await findDraws(queries, campaignId)).map(describe),
  };
}
