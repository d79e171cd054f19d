import type { Queries } from '../../src/gateway/db/database.ts';
import { findSecret } from '../../src/gateway/db/queries/secrets.ts';
import { drawSecretName } from '../../src/gateway/rewards/lucky-numbers.ts';
import { readLedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { luckyNumbers } from '../../src/rules/rewards/lucky-numbers.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../src/rules/verification/replay-state.ts';
import type { TestGateway } from './gateway.ts';
import { balancesInLedger } from './ledger-balances.ts';
import { promotionInvariants } from './promotion-invariants.ts';
import { readLedger } from './read-ledger.ts';

/**
 * Everything in a promotion's database that contradicts the regulation, or that the ledger tells
 * otherwise; none in a promotion that is right. No one may write meanwhile.
 */
export async function promotionViolations(site: TestGateway): Promise<string[]> {
  const { database } = site.gateway;
  const broken: string[] = [];
  for (const [sentence, statement] of Object.entries(promotionInvariants)) {
    const rows = await database.query(statement);
    if (rows.length > 0) broken.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return [
    ...broken,
    ...(await misplacedNumbers(database)),
    ...(await ledgerContradictions(site).catch((error: Error) => [`the ledger: ${error.message}`])),
  ];
}

/** Numbers that the draw's key does not give at their place. */
async function misplacedNumbers(database: Queries): Promise<string[]> {
  const sequences = await database.query<{ campaign: number; engine: number; details: Details }>(
    `select campaign_id as campaign, engine_id as engine, engine -> 'details' as details
     from lucky_number_sequences join campaigns on campaigns.id = campaign_id,
       jsonb_path_query(snapshot, '$.campaign.engines[*]') as engine
     where (engine ->> 'id')::bigint = engine_id`,
  );
  const wrong: string[] = [];
  for (const { campaign, engine, details } of sequences) {
    const key = await findSecret(
      database,
      drawSecretName({ campaignId: campaign, engineId: engine }),
    );
    const { seriesQty: seriesQuantity, numbersPerSeries } = details;
    const numberAt = luckyNumbers(Buffer.from(key, 'hex'), { seriesQuantity, numbersPerSeries });
    const issuedNumbers = await database.query<{ counter: number; series: number; number: number }>(
      'select counter, series, number from lucky_numbers where engine_id = $1',
      [engine],
    );
    for (const { counter, series, number } of issuedNumbers) {
      const due = numberAt(counter);
      if (due.series === series && due.number === number) continue;
      wrong.push(`a number is not the one of its place ${counter}: ${series}.${number}`);
    }
  }
  return wrong;
}

interface Details {
  seriesQty: number;
  numbersPerSeries: number;
}

/** Where the ledger contradicts itself, the numbers that are there, or the wallets. */
async function ledgerContradictions(site: TestGateway): Promise<string[]> {
  const { database } = site.gateway;
  const entries = (await readLedger(site)).flatMap(
    (entry) => readLedgerEntry(JSON.stringify(entry)) ?? [],
  );
  const state = emptyReplayState();
  const found: string[] = [];
  for (const entry of entries) {
    const contradiction = await applyNext(state, entry);
    if (contradiction)
      found.push(`the ledger: entry ${contradiction.position} ${contradiction.says}`);
  }
  const numbers = await database.query<{ series: number; number: number }>(
    'select series, number from lucky_numbers order by engine_id, counter',
  );
  const issued = [...state.draws.values()].flatMap((draw) =>
    Array.from(draw.numbers.list(), ({ number }) => number),
  );
  const publishedNumbers = numbers.map(formatLuckyNumber);
  if (issued.join() !== publishedNumbers.join())
    found.push('the ledger has other numbers than were given');
  const balances = await balancesInLedger(database, entries);
  for (const { id, centavos, points } of await wallets(database)) {
    const inLedger = balances.get(id) ?? empty;
    if (inLedger.centavos === centavos && inLedger.points === points) continue;
    const expected = `${inLedger.centavos} and ${inLedger.points}`;
    found.push(`a wallet holds ${centavos} and ${points}, by the ledger ${expected}`);
  }
  return found;
}

const empty = { centavos: 0, points: 0 };

function wallets(database: Queries): Promise<{ id: number; centavos: number; points: number }[]> {
  return database.query(
    `select id,
       (select coalesce(sum(case type when 'CREDIT' then value_centavos else -value_centavos end), 0)
        from cashback_entries where consumer_id = consumers.id and status <> 'ERROR')::bigint as centavos,
       (select coalesce(sum(points), 0) from points_entries where consumer_id = consumers.id)::bigint
         as points
     from consumers`,
  );
}
