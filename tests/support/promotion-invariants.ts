/**
 * What holds in a promotion's database at any moment, whatever was sent, killed or restored before:
 * a sentence for each way to break it, and the statement that finds the rows that do.
 */
export const promotionInvariants: Readonly<Record<string, string>> = {
  'a receipt was entered twice': `
    select campaign_id, identity from receipts group by 1, 2 having count(*) > 1`,

  'a receipt is not whole: an engine did not run': `
    select receipts.id from receipts join campaigns on campaigns.id = campaign_id
    where jsonb_array_length(snapshot -> 'campaign' -> 'engines')
      <> (select count(*) from engine_orders where receipt_id = receipts.id)`,

  'a lucky number was given out twice': `
    select campaign_id, engine_id, series, number from lucky_numbers
    group by 1, 2, 3, 4 having count(*) > 1`,

  'a position of the sequence of lucky numbers was used twice': `
    select engine_id, counter from lucky_numbers group by campaign_id, engine_id, counter
    having count(*) > 1`,

  'a lucky number is of a position that was not given out yet': `
    select engine_id, issued, counter from lucky_number_sequences as sequence
    join lucky_numbers using (campaign_id, engine_id) where counter >= issued`,

  'a receipt’s answer has other numbers than the receipt': `
    select receipt_id, rewarded from engine_orders
    where engine_type = 'DRAW' and rewarded <> exists (
      select from lucky_numbers as given
      where given.receipt_id = engine_orders.receipt_id and voided_at is null
    )`,

  'a person won more instant prizes than one may': `
    select consumer_id, engine_id from instant_prizes join campaigns on campaigns.id = campaign_id,
      jsonb_path_query(snapshot, '$.campaign.engines[*]') as engine
    where consumer_id is not null and (engine ->> 'id')::bigint = engine_id
    group by consumer_id, engine_id, engine
    having count(*) > (engine -> 'details' ->> 'maxRewardsByConsumer')::integer`,

  'a prize was won before its moment': `
    select position from instant_prizes where won_at < moment`,

  'a prize and its receipt tell different things': `
    select coalesce(won.receipt_id, answered.receipt_id) as receipt
    from (select * from instant_prizes where receipt_id is not null) as won
      full join (
        select receipt_id, engine_id, campaign_prize_id from engine_orders
        where engine_type = 'INSTANT_PRIZE' and rewarded
      ) as answered using (receipt_id, engine_id, campaign_prize_id)
    where position is null or (answered.receipt_id is null and handed_out_at is null)`,

  'the fund has not reserved what receipts were given': `
    select engine_id, reserved_centavos from cashback_funds as fund
    where reserved_centavos <> (
      select coalesce(sum(cashback_centavos), 0) from engine_orders
        join receipts on receipts.id = receipt_id
      where engine_orders.engine_id = fund.engine_id
        and receipts.status not in ('REJECTED', 'NOT_ELIGIBLE')
    )`,

  'the fund counts as provisional other cashback than that of receipts that are not judged': `
    select engine_id, promised_centavos from cashback_funds as fund
    where promised_centavos <> (
      select coalesce(sum(cashback_centavos), 0) from engine_orders
        join receipts on receipts.id = receipt_id
      where engine_orders.engine_id = fund.engine_id and receipts.status not in
        ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE')
    )`,

  'cashback was not credited once to an approved receipt, or is left to another': `
    select id, status, promised, credited from (
      select id, status,
        (select coalesce(sum(cashback_centavos), 0) from engine_orders
         where receipt_id = receipts.id) as promised,
        (select coalesce(sum(case type when 'CREDIT' then value_centavos else -value_centavos end), 0)
         from cashback_entries where receipt_id = receipts.id) as credited
      from receipts
    ) as each
    where credited <> case when status in ('APPROVED', 'DONE', 'PARTIALLY_DONE') then promised else 0 end`,

  'points were not credited once to an approved receipt, or are left to another': `
    select id, status, promised, credited from (
      select id, status,
        (select coalesce(sum(points), 0) from engine_orders where receipt_id = receipts.id) as promised,
        (select coalesce(sum(points), 0) from points_entries where receipt_id = receipts.id) as credited
      from receipts
    ) as each
    where credited <> case when status in ('APPROVED', 'DONE', 'PARTIALLY_DONE') then promised else 0 end`,

  'a redemption did not take its points once, or was cancelled and keeps them': `
    select id, status from redemptions
    where case status when 'CANCELED' then 0 else total_points end
      <> (select coalesce(-sum(points), 0) from points_entries where redemption_id = redemptions.id)`,

  'the stock is not what the redemptions left': `
    select campaign_prize_id, stock.quantity from prize_stock as stock
      join campaigns on campaigns.id = campaign_id,
      jsonb_path_query(snapshot, '$.prizes[*]') as prize
    where (prize ->> 'id')::bigint = campaign_prize_id
      and (prize ->> 'quantity')::bigint - stock.quantity <> (
        select coalesce(sum((item ->> 'quantity')::bigint), 0)
        from redemptions, jsonb_array_elements(items) as item
        where status <> 'CANCELED' and (item ->> 'campaignPrizeId')::bigint = campaign_prize_id
      )`,

  'a wallet owes though nothing was taken back from it': `
    select consumer_id from (
      select consumer_id, receipt_id, -value_centavos as value, type = 'REVERSAL' as reverses
      from cashback_entries where type <> 'CREDIT' and status <> 'ERROR'
      union all
      select consumer_id, receipt_id, value_centavos, false from cashback_entries where type = 'CREDIT'
    ) as entries group by consumer_id having sum(value) < 0 and not bool_or(reverses)
    union all
    select consumer_id from points_entries group by consumer_id
    having sum(points) < 0 and not bool_or(receipt_id is not null and points < 0)`,

  'an answer was kept of a receipt that is not there': `
    select answer from idempotency_keys
    where route like 'POST %/coupon' and status = 201
      and not exists (select from receipts where id = (answer::jsonb ->> 'id')::bigint)`,
};
