create table winner_pages (
  campaign_id integer primary key references campaigns,
  type text not null check (type in ('PDF', 'IMAGE')),
  names text not null check (names in ('FULL', 'INITIALS')),
  published_at timestamptz not null
);
