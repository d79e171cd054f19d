-- What people do with their rewards: cashback that is paid out, and points that buy prizes.

-- Withdrawals that were handed to the bank in one file. One that is in a batch is in no other.
create table payment_batches (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  author text not null,
  created_at timestamptz not null,
  sha256 text not null -- Of the file, to see whether one written again is the same.
);

-- A balance is the sum of its entries that count: a withdrawal that failed does not.
create table cashback_entries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  receipt_id bigint references receipts, -- Null for a withdrawal.
  type text not null check (type in ('CREDIT', 'WITHDRAW', 'REVERSAL')),
  status text not null check (status in ('PENDING', 'TRANSFER_REQUESTED', 'SUCCESS', 'ERROR')),
  value_centavos bigint not null check (value_centavos > 0),
  payment_batch_id bigint references payment_batches,
  -- Whom the bank pays, by the Pix key of the request, whatever the person has chosen since.
  paid_to jsonb, -- As `chosenPayeeSql` has it, and `payableFrom`.
  created_at timestamptz not null
);
create index cashback_by_consumer on cashback_entries (consumer_id);
create index cashback_by_payment_batch on cashback_entries (payment_batch_id)
  where payment_batch_id is not null;
-- A receipt is credited once, and taken back once, whatever moderators repeat.
create unique index one_cashback_credit_per_receipt on cashback_entries (receipt_id) where type = 'CREDIT';
create unique index one_cashback_reversal_per_receipt on cashback_entries (receipt_id)
  where type = 'REVERSAL';

-- An order of prizes that points pay for.
create table redemptions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  total_points integer not null check (total_points >= 0),
  items jsonb not null,
  address jsonb not null,
  status text not null,
  tracking_code text, -- Of the parcel in which the order left last.
  returned_at timestamptz, -- Since when that parcel is back.
  created_at timestamptz not null
);
create index redemptions_by_consumer on redemptions (consumer_id);

-- Points of a receipt, or of an order that takes them or gives them back.
create table points_entries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  receipt_id bigint references receipts,
  redemption_id bigint references redemptions,
  points integer not null check (points <> 0),
  created_at timestamptz not null
);
create index points_by_consumer on points_entries (consumer_id);
-- Points that were credited may be taken back, in an entry of their own.
create unique index one_points_credit_per_receipt on points_entries (receipt_id) where points > 0;
create unique index one_points_reversal_per_receipt on points_entries (receipt_id) where points < 0;
