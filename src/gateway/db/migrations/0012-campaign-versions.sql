-- Every version of the campaign's data that ever held: who wrote it, when, and why.

alter table campaigns add column version integer not null default 1;

create table campaign_versions (
  campaign_id integer not null references campaigns,
  version integer not null,
  snapshot jsonb not null,
  -- SHA-256 by path.
  pictures jsonb not null default '{}',
  author text not null,
  reason text not null,
  -- It was applied although it breaks a promise.
  forced boolean not null default false,
  created_at timestamptz not null,
  rebuild_asked_at timestamptz,
  primary key (campaign_id, version)
);

insert into campaign_versions (campaign_id, version, snapshot, author, reason, created_at, rebuild_asked_at)
select id, 1, snapshot, 'gateway', 'embedded', seeded_at, seeded_at from campaigns;

-- A picture is kept once, however many versions show it.
create table campaign_pictures (
  campaign_id integer not null references campaigns,
  sha256 text not null,
  base64 text not null,
  primary key (campaign_id, sha256)
);
