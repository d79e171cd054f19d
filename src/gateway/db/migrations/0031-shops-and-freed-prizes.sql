-- The shop by the access key, whatever CNPJ was typed; a fiscal number is now of the whole company.
-- No shop stands with receipts that an older gateway enters meanwhile.
alter table receipts add column shop text;

update receipts set shop = split_part(fiscal_number, '/', 1),
  fiscal_number = left(fiscal_number, 8) || '/' || split_part(fiscal_number, '/', 2);

-- What was credited, which a receipt compares with a fund of which nothing is left.
create index credited_cashback on cashback_entries (campaign_id) include (type, value_centavos)
  where type <> 'WITHDRAW';

-- When a prize of a refused receipt can be won again, and whose it was: the log says so with that win.
alter table instant_prizes add column free_from timestamptz;
alter table instant_prizes add column freed_receipt_id bigint references receipts;
