-- The part of a fund that receipts which are not judged yet have reserved: it may come back.
alter table cashback_funds add column promised_centavos bigint not null default 0;

update cashback_funds as fund set promised_centavos = (
  select coalesce(sum(cashback_centavos), 0)
  from receipts join engine_orders on receipt_id = receipts.id
  where receipts.campaign_id = fund.campaign_id and engine_orders.engine_id = fund.engine_id
    and receipts.status not in
      ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE')
);

drop index awaiting_cashback;
create index awaiting_cashback on receipts (campaign_id, id)
  where status not in ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE')
    and 'LAST_CASHBACK' = any (review_reasons);
