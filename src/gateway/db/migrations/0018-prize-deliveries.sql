-- How far a prize that was won is on its way. Without a row it is where winning it put it.

create table prize_deliveries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  campaign_prize_id bigint not null,
  -- An instant prize is its receipt's, a prize of the draw its lucky number's.
  receipt_id bigint unique references receipts,
  lucky_number_id bigint unique references lucky_numbers,
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
