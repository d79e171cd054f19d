-- What a third party said about when a signed head of the ledger was there (RFC 3161).
create table time_stamps (
  campaign_id integer not null references campaigns,
  -- How many entries of the ledger the head covers.
  size bigint not null,
  checkpoint text not null,
  answer_base64 text not null,
  stamped_at timestamptz not null,
  primary key (campaign_id, size)
);
