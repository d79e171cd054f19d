-- What receipts earn: lucky numbers, instant prizes and cashback.

-- How one engine of the campaign ran for one receipt.
create table engine_orders (
  receipt_id bigint not null references receipts,
  engine_id bigint not null,
  engine_type text not null,
  status text not null,
  rewarded boolean not null,
  events jsonb not null default '[]',
  error_code text,
  cashback_centavos bigint,
  points integer,
  campaign_prize_id bigint,
  carried_centavos bigint not null default 0, -- What a cumulative draw takes to the next.
  run_at timestamptz, -- A receipt that earns on approval has a later one than newer receipts.
  primary key (receipt_id, engine_id)
);

-- The counter of a keyed permutation, whose value there is a number. The key is in `secrets`.
create table lucky_number_sequences (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  commitment text not null,
  issued bigint not null default 0,
  space bigint not null,
  primary key (campaign_id, engine_id),
  check (issued <= space)
);

create table lucky_numbers (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  consumer_id bigint not null references consumers,
  receipt_id bigint not null references receipts,
  series integer not null,
  number integer not null,
  counter bigint not null, -- The position in the draw's sequence.
  kind text not null check (kind in ('MAIN', 'BONUS')),
  created_at timestamptz not null,
  voided_at timestamptz, -- A void number stays listed, and draws from then on skip it.
  constraint one_owner_per_lucky_number unique (campaign_id, engine_id, series, number),
  constraint one_number_per_counter unique (campaign_id, engine_id, counter)
);
create index lucky_numbers_by_consumer on lucky_numbers (consumer_id);
create index lucky_numbers_by_receipt on lucky_numbers (receipt_id);

-- The schedule of instant prizes: the first valid receipt at or after a moment wins it.
create table instant_prizes (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  position integer not null,
  campaign_prize_id bigint not null,
  moment timestamptz, -- Follows from the secret seed. Stored once it was won: then it is public.
  proof text[], -- Proves that the moment was scheduled before the start.
  receipt_id bigint unique references receipts,
  consumer_id bigint references consumers,
  won_at timestamptz,
  handed_out_at timestamptz, -- From then on no other receipt can win it.
  -- When a prize of a denied receipt can be won again, and whose it was: the log says so with that win.
  free_from timestamptz,
  freed_receipt_id bigint references receipts,
  primary key (campaign_id, engine_id, position)
);
create index free_instant_prizes on instant_prizes (campaign_id, engine_id, moment) where receipt_id is null;
create index instant_prizes_by_consumer on instant_prizes (consumer_id);

-- What the campaign pays back in all; without a total there is no end to it.
create table cashback_funds (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  total_centavos bigint,
  reserved_centavos bigint not null default 0 check (reserved_centavos >= 0),
  promised_centavos bigint not null default 0, -- Of that, by receipts not judged yet.
  primary key (campaign_id, engine_id),
  check (reserved_centavos <= total_centavos)
);
