-- Receipts of one company, day and total: a paper shows several numbers that may be entered.
create index receipts_by_purchase
  on receipts (campaign_id, purchase_date, total_centavos, left(fiscal_number, 8), (identity like '%/%'));

-- Random Pix keys are equal whatever their letters' case; Pix itself writes them in small letters.
update consumers set bank_info = jsonb_set(
  bank_info, '{instantPaymentKeyValue}', to_jsonb(lower(bank_info ->> 'instantPaymentKeyValue'))
)
where bank_info ->> 'instantPaymentKeyType' = 'RANDOM';

-- A withdrawal that waits keeps the key chosen by now, as later ones keep that of their request.
update cashback_entries as entry set paid_to = jsonb_build_object(
  'name', name, 'document', document,
  'keyType', bank_info ->> 'instantPaymentKeyType', 'key', bank_info ->> 'instantPaymentKeyValue'
)
from consumers
where consumers.id = consumer_id and entry.type = 'WITHDRAW' and entry.status = 'PENDING'
  and paid_to is null and bank_info ->> 'instantPaymentKeyValue' is not null;
