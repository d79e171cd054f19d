-- Who wins the draws, and how each prize that was won gets to its winner.

create table draws (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  federal_prizes jsonb not null, -- First to fifth of the federal lottery, five digits each.
  extraction date not null,
  drawn_series integer not null,
  drawn_number integer not null,
  passed_over jsonb not null default '[]', -- Nearer numbers of people who had won enough.
  made_at timestamptz not null,
  primary key (campaign_id, engine_id)
);

create table winners (
  campaign_id integer not null,
  engine_id bigint not null,
  position integer not null,
  campaign_prize_id bigint not null,
  lucky_number_id bigint not null unique references lucky_numbers,
  consumer_id bigint not null references consumers,
  city text, -- As it was when it was published, whatever the person writes later.
  primary key (campaign_id, engine_id, position),
  foreign key (campaign_id, engine_id) references draws
);
create index winners_by_consumer on winners (consumer_id);

create table winner_pages (
  campaign_id integer primary key references campaigns,
  type text not null check (type in ('PDF', 'IMAGE')),
  names text not null check (names in ('FULL', 'INITIALS')),
  published_at timestamptz not null
);

-- How far a prize that was won is on its way. Without a row it is where winning it put it.
create table prize_deliveries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  campaign_prize_id bigint not null,
  -- An instant prize is its receipt's, a prize of the draw its lucky number's.
  receipt_id bigint unique references receipts,
  lucky_number_id bigint unique references lucky_numbers, -- Since 0042 unique with its prize.
  status text not null check (status in ('TO_NOTIFY', 'WAITING_DOCUMENTS', 'CONFIRMED', 'SENT',
    'DELIVERED', 'EXPIRED', 'PASSED_ON')),
  tracking_code text,
  check (num_nonnulls(receipt_id, lucky_number_id) = 1)
);
create index prize_deliveries_by_consumer on prize_deliveries (consumer_id);

create table prize_delivery_moves (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references prize_deliveries,
  from_status text not null,
  to_status text not null,
  author text not null,
  at timestamptz not null
);
create index prize_delivery_moves_by_delivery on prize_delivery_moves (delivery_id);
