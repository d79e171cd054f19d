-- Receipts of one company, day and total: a paper shows several numbers that may be entered.
create index receipts_by_purchase
  on receipts (campaign_id, purchase_date, total_centavos, left(fiscal_number, 8), (identity like '%/%'));

-- Random Pix keys are equal whatever their letters' case; Pix itself writes them in small letters.
update consumers set bank_info = jsonb_set(
  bank_info, '{instantPaymentKeyValue}', to_jsonb(lower(bank_info ->> 'instantPaymentKeyValue'))
)
where bank_info ->> 'instantPaymentKeyType' = 'RANDOM';
