-- What anyone can check: an append-only ledger chained by hash, and what proves its entries.

create table ledgers (
  campaign_id integer primary key references campaigns,
  position bigint not null,
  hash text not null,
  secrets_revealed_at timestamptz
);

create table ledger_entries (
  campaign_id integer not null references ledgers,
  position bigint not null,
  hash text not null,
  type text not null,
  -- The text that is hashed and published, to the byte: no jsonb.
  entry text not null,
  primary key (campaign_id, position)
);

create index ledger_milestones on ledger_entries (campaign_id, position)
  where type in ('COMMITMENTS', 'SECRETS_REVEALED', 'DRAW_MADE');

-- How the ledger names a person. An erased person gets another one, which leads nowhere.
alter table consumers add column pseudonym uuid not null default gen_random_uuid();

-- The position in the draw's sequence. Until here numbers were written in its order, without a gap.
alter table lucky_numbers add column counter bigint;
update lucky_numbers set counter = earlier.counter
from (
  select id, row_number() over (partition by campaign_id, engine_id order by id) - 1 as counter
  from lucky_numbers
) as earlier
where earlier.id = lucky_numbers.id;
alter table lucky_numbers alter column counter set not null;
alter table lucky_numbers
  add constraint one_number_per_counter unique (campaign_id, engine_id, counter);

-- What hides a scheduled prize, and what proves that it was scheduled before the start.
alter table instant_prizes add column nonce text, add column proof text[];

-- Points that were credited may be taken back, in an entry of their own.
drop index one_points_credit_per_receipt;
create unique index one_points_credit_per_receipt on points_entries (receipt_id) where points > 0;
create unique index one_points_reversal_per_receipt on points_entries (receipt_id) where points < 0;
create unique index one_cashback_reversal_per_receipt on cashback_entries (receipt_id)
  where type = 'REVERSAL';
