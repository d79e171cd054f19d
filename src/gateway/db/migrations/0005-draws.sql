alter table campaigns add column closed_at timestamptz;

create table draws (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  -- The five prizes of the federal lottery, first to fifth, five digits each.
  federal_prizes jsonb not null,
  extraction date not null,
  drawn_series integer not null,
  drawn_number integer not null,
  -- Numbers that were nearer than a winner's, of people who had won as often as they may.
  passed_over jsonb not null default '[]',
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
  primary key (campaign_id, engine_id, position),
  foreign key (campaign_id, engine_id) references draws
);
create index winners_by_consumer on winners (consumer_id);
