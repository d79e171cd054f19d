-- Shop and number, the same for a receipt entered by its key and by its short number.
alter table receipts add column fiscal_number text;

update receipts set fiscal_number = case
  when identity !~ '^[0-9A-Z]{44}$'
    then split_part(identity, '/', 2) || '/' || split_part(identity, '/', 1)
  when substr(identity, 21, 2) = '59'
    then substr(identity, 7, 14) || '/' || substr(identity, 32, 6)::bigint
  else substr(identity, 7, 14) || '/' || substr(identity, 26, 9)::bigint
end;

alter table receipts alter column fiscal_number set not null;
create index receipts_by_fiscal_number on receipts (campaign_id, fiscal_number);

-- Why a receipt waits for a moderator; empty for one that nothing speaks against.
alter table receipts add column review_reasons text[] not null default '{}';

-- When an engine ran: that of a receipt which earns on approval runs later than those of newer ones.
alter table engine_orders add column run_at timestamptz;

alter table instant_prizes add column handed_out_at timestamptz;
