-- Whose page and which advertisement led to a sign-up, or to a receipt; without one there is no row.
create table attributions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  receipt_id bigint unique references receipts,
  partner text,
  source text,
  medium text,
  campaign text,
  created_at timestamptz not null
);
create unique index one_attribution_per_sign_up on attributions (consumer_id) where receipt_id is null;
create index attributions_by_consumer on attributions (consumer_id);
