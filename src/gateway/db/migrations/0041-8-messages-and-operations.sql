-- What people and the promoter write to each other, and what gateways and operators need to work.

-- Written in the transaction of what happened, sent after it. The text is made when it is sent.
create table emails (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  -- Null where the address belongs to no account, and for the word that data were erased.
  consumer_id bigint references consumers,
  kind text not null, -- Of an `EmailEvent`, of which `data` has the rest.
  dedupe_key text not null unique, -- Names the event, which has one email.
  message_id uuid not null default gen_random_uuid(), -- The same at a second try.
  to_address text, -- Null once it is sent or dropped.
  data jsonb not null default '{}',
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED', 'DROPPED')),
  attempts integer not null default 0,
  next_at timestamptz, -- Also the end of the sending gateway's lease. Null once it is over.
  created_at timestamptz not null,
  ended_at timestamptz,
  error text -- A code, never what the mail server said: that quotes addresses.
);
create index emails_due on emails (next_at) where next_at is not null;
create index emails_by_consumer on emails (consumer_id);
create index emails_failed on emails (ended_at) where state = 'FAILED';

-- An email to many people: queued some hundreds at a time, by whichever gateway comes next.
create table mailings (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  kind text not null check (kind in ('DRAW_RESULT', 'NEWSLETTER')),
  data jsonb not null,
  after_consumer_id bigint not null default 0, -- All up to this one have theirs.
  created_at timestamptz not null,
  ended_at timestamptz
);
create index mailings_open on mailings (id) where ended_at is null;

-- A conversation with support.
create table incidents (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint references consumers, -- Null for a stranger: a typed address proves nothing.
  protocol_number text not null unique,
  token_sha256 text not null unique,
  name text not null,
  email text not null,
  subject_id bigint not null,
  subject text not null,
  description text not null,
  status text not null,
  created_at timestamptz not null
);
create index incidents_by_consumer on incidents (consumer_id) where consumer_id is not null;

create table incident_comments (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  user_type text not null check (user_type in ('AGENT', 'CONSUMER')),
  author_name text,
  description text not null,
  created_at timestamptz not null
);
create index comments_by_incident on incident_comments (incident_id);

-- Further links to a conversation: of the first one only a hash is there, so it cannot be sent again.
create table incident_links (
  token_sha256 text primary key,
  incident_id bigint not null references incidents on delete cascade
);
create index incident_links_by_incident on incident_links (incident_id);

create table poll_answers (
  campaign_id integer not null references campaigns,
  poll_id bigint not null,
  consumer_id bigint not null references consumers,
  answers jsonb not null,
  created_at timestamptz not null,
  primary key (campaign_id, poll_id, consumer_id)
);
-- For an erasure, which knows no poll.
create index poll_answers_by_consumer on poll_answers (consumer_id);

-- Keys made once per database and shared by every process. They are wrapped by a key from outside:
-- with a copy of the database alone no one can sign tokens, nor know numbers and prizes to come.
create table secrets (
  name text primary key,
  key_id text not null,
  wrapped text not null
);

-- What operators did by command: who, when, to what. Free text and people's data stay out of it,
-- so that an erasure has nothing to find here.
create table operator_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  author text not null,
  command text not null,
  subject text, -- Number of a receipt, person or order, or a lucky number; null: of no single one.
  words text not null
);
create index operator_acts_by_subject on operator_acts (subject, at) where subject is not null;

-- Every write is safe to repeat: the first answer is kept beside what it did.
create table idempotency_keys (
  owner text not null,
  route text not null,
  key_sha256 text not null,
  body_mac text not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (owner, route, key_sha256)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- For an erasure: answers to comments are found by the conversation in their route.
create index stored_comments on idempotency_keys (route) where route like 'POST /api/incident/%';

-- Counters that a crash may lose, so they skip the log.
create unlogged table rate_limits (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_by_expiry on rate_limits (resets_at);
