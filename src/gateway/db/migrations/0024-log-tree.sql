-- Entries are leaves of a tree instead of links of a chain: they wait in the order of their ids
-- and get their positions together, so that no receipt waits for another one to be written.

alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries drop column hash;
alter table ledger_entries alter column position drop not null;
alter table ledger_entries add column id bigint generated always as identity primary key;
create unique index one_entry_per_position on ledger_entries (campaign_id, position);
create index waiting_entries on ledger_entries (campaign_id, id) where position is null;

-- Where the chain of an older ledger ended, which the log's first entry says. Position 0 is for it.
alter table ledgers rename column position to chain_position;
alter table ledgers rename column hash to chain_hash;
alter table ledgers alter column chain_position drop not null;
alter table ledgers alter column chain_hash drop not null;
alter table ledgers add column size bigint not null default 0;
update ledgers set size = chain_position + 1;

-- What is published of the log: its size, the hashes of the tiles that are not full, in hexadecimal.
create table log_heads (
  campaign_id integer primary key references ledgers,
  size bigint not null default 0,
  open_tiles text[] not null default '{}',
  checkpoint text not null default ''
);
insert into log_heads (campaign_id) select campaign_id from ledgers;
