-- Written in the transaction of what happened, sent after it. The text is made when it is sent.
create table emails (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  -- Null where the address belongs to no account, and for the word that data were erased.
  consumer_id bigint references consumers,
  kind text not null,
  -- Names the event: it has one email, however often it is reported.
  dedupe_key text not null unique,
  -- The left part of the Message-ID, so that a second try is the same email.
  message_id uuid not null default gen_random_uuid(),
  -- Null once it is sent or dropped.
  to_address text,
  data jsonb not null default '{}',
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED', 'DROPPED')),
  attempts integer not null default 0,
  -- Also the end of the lease of the gateway that is sending it. Null once nothing more is tried.
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A code, never what the mail server said: that quotes addresses.
  error text
);

create index emails_due on emails (next_at) where next_at is not null;

create index emails_by_consumer on emails (consumer_id);

create index emails_failed on emails (ended_at) where state = 'FAILED';

-- Further links to a conversation: of the first one only a hash is there, so it cannot be sent again.
create table incident_links (
  token_sha256 text primary key,
  incident_id bigint not null references incidents on delete cascade
);
create index incident_links_by_incident on incident_links (incident_id);
