create unique index one_standing_consent on consents (consumer_id, code) where withdrawn_at is null;

alter table consumers add column erased_at timestamptz;

create table erasures (
  consumer_id bigint primary key references consumers,
  campaign_id integer not null references campaigns,
  -- A keyed hash: it shows that a person has taken part, but not who it was.
  document_mac text not null,
  requested_by text not null check (requested_by in ('CONSUMER', 'OPERATOR')),
  -- What the accounts of the promotion need of a person who was rewarded, and for how long.
  held jsonb,
  held_until timestamptz,
  constraint one_participation_per_document unique (campaign_id, document_mac),
  check ((held is null) = (held_until is null))
);

-- Files that no receipt names any more; they go once the transaction that let go of them stands.
create table files_to_remove (
  file_key text primary key
);
