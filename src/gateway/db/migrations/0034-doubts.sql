-- What the tax office has said against a receipt, and what of it no moderator has judged yet.
alter table receipts add column doubts text[] not null default '{}';
alter table receipts add column open_doubts text[] not null default '{}';

update receipts set doubts = array_remove(array[
  case when tax_office_answer ->> 'total' <> total_centavos::text then 'TOTAL' end,
  case when tax_office_answer ->> 'day' <> purchase_date::text then 'DAY' end,
  case when tax_office_answer ->> 'cnpj' <> cnpj then 'CNPJ' end,
  case when exists (
    select from tax_office_questions
    where campaign_id = receipts.campaign_id and access_key = identity and outcome = 'cancelled'
  ) then 'CANCELLED' end
], null)
where 'TAX_OFFICE' = any (review_reasons);

-- Without a difference it was the accelerator, or a cancellation, which keeps no answer. The answer
-- about an erased person's receipt is gone: the graver of its doubts is taken.
update receipts set doubts = array[case tax_office when 'CONFIRMED' then 'PRODUCT' else 'CANCELLED' end]
where 'TAX_OFFICE' = any (review_reasons) and doubts = '{}';

update receipts set open_doubts = doubts
where doubts <> '{}' and status not in ('DONE', 'REJECTED', 'NOT_ELIGIBLE');

create index doubted_receipts on receipts (id) where open_doubts <> '{}';
