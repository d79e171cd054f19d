-- The promotion itself: its data, every version of them, and what is left of each prize.

create table campaigns (
  id integer primary key,
  variant text not null, -- Which of the embedded campaigns the first start took.
  date_window text not null,
  version integer not null default 1,
  snapshot jsonb not null, -- The data that hold now: those of `version`.
  seeded_at timestamptz not null,
  closed_at timestamptz,
  -- Of several gateways that see the last instant prize gone, the one that sets it asks for a build.
  is_sold_out boolean not null default false
);

-- Every version of the campaign's data that ever held: who wrote it, when, and why.
create table campaign_versions (
  campaign_id integer not null references campaigns,
  version integer not null,
  snapshot jsonb not null,
  pictures jsonb not null default '{}', -- SHA-256 by path.
  author text not null,
  reason text not null,
  forced boolean not null default false, -- It was applied although it breaks a promise.
  created_at timestamptz not null,
  rebuild_asked_at timestamptz,
  rebuild_taken_at timestamptz, -- Empty also after a gateway that died while it asked.
  rebuild_next_at timestamptz, -- Soon after the first failure, then less and less often.
  rebuild_failures integer not null default 0,
  primary key (campaign_id, version)
);

-- A picture is kept once, however many versions show it.
create table campaign_pictures (
  campaign_id integer not null references campaigns,
  sha256 text not null,
  base64 text not null,
  primary key (campaign_id, sha256)
);

-- What is left of each prize that is ordered with points.
create table prize_stock (
  campaign_id integer not null references campaigns,
  campaign_prize_id bigint not null,
  quantity integer not null check (quantity >= 0),
  primary key (campaign_id, campaign_prize_id)
);
