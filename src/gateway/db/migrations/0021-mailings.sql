-- An email to many people: queued some hundreds at a time, by whichever gateway comes next.
create table mailings (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  kind text not null check (kind in ('DRAW_RESULT', 'NEWSLETTER')),
  data jsonb not null,
  -- All up to this one have theirs.
  after_consumer_id bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz
);

create index mailings_open on mailings (id) where ended_at is null
