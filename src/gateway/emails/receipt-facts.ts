import type { ReceiptStatus } from '../../rules/receipt-status.ts';
import type { Queries } from '../db/database.ts';

/** What emails say about a receipt, read when they are sent. */
export interface EmailedReceipt {
  status: ReceiptStatus;
  totalCentavos: number;
  /** `yyyy-MM-dd`. */
  purchaseDate: string;
  allowImageReplacement: boolean;
  /** Valid ones, at most `mostNumbers`; `numberCount` counts all. */
  numbers: readonly string[];
  numberCount: number;
  cashbackCentavos: number;
  points: number;
  /** The instant prize that it won, or wins once it is approved. */
  prizeId: number | null;
  earnsOnApproval: boolean;
}

const mostNumbers = 30;

export async function findReceiptFacts(
  queries: Queries,
  id: number,
): Promise<EmailedReceipt | null> {
  const [row] = await queries.query<EmailedReceipt>(
    `select status, total_centavos as "totalCentavos", purchase_date as "purchaseDate",
       allow_image_replacement as "allowImageReplacement",
       array(
         select series || '.' || lpad(number::text, greatest(5, length(number::text)), '0')
         from lucky_numbers where receipt_id = $1 and voided_at is null order by id limit $2
       ) as numbers,
       (
         select count(*) from lucky_numbers where receipt_id = $1 and voided_at is null
       ) as "numberCount",
       (select campaign_prize_id from instant_prizes where receipt_id = $1) as "prizeId",
       coalesce(orders.centavos, 0)::bigint as "cashbackCentavos",
       coalesce(orders.points, 0)::bigint as points,
       coalesce(orders.waiting, false) as "earnsOnApproval"
     from receipts cross join (
       select bool_or(status = 'TO_REQUEST') as waiting,
         sum(cashback_centavos) filter (where status = 'REQUESTED') as centavos,
         sum(engine_orders.points) filter (where status = 'REQUESTED') as points
       from engine_orders where receipt_id = $1
     ) as orders
     where receipts.id = $1`,
    [id, mostNumbers],
  );
  return row ?? null;
}
