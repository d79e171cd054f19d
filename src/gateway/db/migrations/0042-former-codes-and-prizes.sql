-- Codes of parcels that came back, or that were typed wrong: a list of codes that is read again has them still.
alter table redemptions add column former_codes text[] not null default '{}';
alter table prize_deliveries add column former_codes text[] not null default '{}';

-- A corrected draw may give a number another prize although its former one has left: both are on their
-- way. Only commands write here, and those of older versions are refused from now on.
alter table prize_deliveries drop constraint prize_deliveries_lucky_number_id_key;
alter table prize_deliveries add unique (lucky_number_id, campaign_prize_id);

-- Withdrawals of versions that stored no payee without a key get the person's payee of now. They wait
-- a day, as after a change, since a thief may have set it after the request.
update cashback_entries as entry
set paid_to = jsonb_build_object(
  'name', consumers.name, 'document', consumers.document,
  'keyType', consumers.bank_info ->> 'instantPaymentKeyType',
  'key', consumers.bank_info ->> 'instantPaymentKeyValue',
  'bank', consumers.bank_info ->> 'bank',
  'accountBranch', consumers.bank_info ->> 'accountBranch',
  'accountNumber', consumers.bank_info ->> 'accountNumber',
  'payableFrom', now() + interval '24 hours')
from consumers
where consumers.id = entry.consumer_id and entry.type = 'WITHDRAW' and entry.status = 'PENDING'
  and entry.paid_to is null
  and jsonb_exists_any(consumers.bank_info, '{instantPaymentKeyValue,accountNumber}');
