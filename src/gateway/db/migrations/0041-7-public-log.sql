-- What anyone can check: an append-only log, whose entries are the leaves of a Merkle tree.

create table ledgers (
  campaign_id integer primary key references campaigns,
  size bigint not null default 0, -- How many entries have their position.
  secrets_revealed_at timestamptz,
  chain_position bigint, -- Where the chain of hashes ended with which older ledgers began.
  chain_hash text
);

-- Entries wait in the order of their ids and get their positions together, so that no receipt waits
-- for another one to be written.
create table ledger_entries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references ledgers,
  position bigint, -- Null while it waits.
  type text not null,
  entry text not null -- The text that is hashed and published, to the byte: no jsonb.
);
create unique index one_entry_per_position on ledger_entries (campaign_id, position);
create index waiting_entries on ledger_entries (campaign_id, id) where position is null;
-- The few entries by which everything else is measured; `milestoneTypes` lists them in this order too.
create index ledger_milestones on ledger_entries (campaign_id, position)
  where type in ('COMMITMENTS', 'COMMITMENTS_CHANGED', 'CAMPAIGN_CLOSED', 'SECRETS_REVEALED',
    'LIST_FROZEN', 'NO_EXTRACTION', 'DRAW_MADE', 'DRAW_CORRECTED', 'WINNER_DISQUALIFIED');

-- What is published of the log: its size, the hashes of the tiles that are not full, in hexadecimal.
create table log_heads (
  campaign_id integer primary key references ledgers,
  size bigint not null default 0,
  open_tiles text[] not null default '{}',
  checkpoint text not null default ''
);

-- What a third party said about when a signed head of the ledger was there (RFC 3161).
create table time_stamps (
  campaign_id integer not null references campaigns,
  size bigint not null, -- How many entries of the ledger the head covers.
  checkpoint text not null,
  answer_base64 text not null,
  stamped_at timestamptz not null,
  primary key (campaign_id, size)
);
