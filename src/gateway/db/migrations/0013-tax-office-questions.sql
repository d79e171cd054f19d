create table tax_office_questions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  access_key text not null,
  -- Without the buyer. Null while it is looked for in the picture, and once nothing more is asked.
  query text,
  query_sha256 text not null,
  created_at timestamptz not null,
  asked_at timestamptz,
  asked integer not null default 0,
  -- Null once nothing more is asked.
  next_at timestamptz,
  -- Until then one gateway works at it; then another may take it up.
  taken_until timestamptz,
  outcome text,
  answer jsonb,
  constraint one_question_per_code unique (campaign_id, access_key, query_sha256)
);

create index tax_office_questions_due on tax_office_questions (next_at) where next_at is not null;

create index tax_office_questions_by_consumer on tax_office_questions (consumer_id, created_at);

create table tax_office_turns (
  state text primary key,
  day date not null,
  questions integer not null,
  failures integer not null default 0,
  paused_until timestamptz,
  next_turn_at timestamptz not null
);

alter table receipts add column tax_office_answer jsonb;
