-- The shop by the access key, whatever CNPJ was typed; a fiscal number is now of the whole company.
-- Receipts that an older gateway enters during the deployment have no shop.
alter table receipts add column shop text;

update receipts set shop = split_part(fiscal_number, '/', 1),
  fiscal_number = left(fiscal_number, 8) || '/' || split_part(fiscal_number, '/', 2);

-- Receipts that may have reserved a part of the cashback, and those that wait for such a part.
create index unjudged_receipts on receipts (campaign_id)
  where status not in ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE');
create index awaiting_cashback on receipts (campaign_id)
  where status not in ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE')
    and 'LAST_CASHBACK' = any (review_reasons);

-- When a prize of a refused receipt can be won again, and whose it was: the log says so with that win.
alter table instant_prizes add column free_from timestamptz;
alter table instant_prizes add column freed_receipt_id bigint references receipts;
