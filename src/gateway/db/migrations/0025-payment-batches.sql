-- Withdrawals that were handed to the bank in one file. One that is in a batch is in no other.

create table payment_batches (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  author text not null,
  created_at timestamptz not null,
  -- Of the file's bytes, so that it can be seen whether one written again is the same.
  sha256 text not null
);

alter table cashback_entries add column payment_batch_id bigint references payment_batches;

create index cashback_by_payment_batch on cashback_entries (payment_batch_id)
  where payment_batch_id is not null;
