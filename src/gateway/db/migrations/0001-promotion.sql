create table campaigns (
  id integer primary key,
  variant text not null,
  date_window text not null,
  snapshot jsonb not null,
  seeded_at timestamptz not null
);

-- Keys made once per database and shared by every process: token signing, signed addresses.
create table secrets (
  name text primary key,
  value text not null
);

create table prize_stock (
  campaign_id integer not null references campaigns,
  campaign_prize_id bigint not null,
  quantity integer not null check (quantity >= 0),
  primary key (campaign_id, campaign_prize_id)
);


create table identity_users (
  id text primary key,
  tenant_id text not null,
  email text not null,
  password_hash text not null,
  disabled boolean not null default false,
  created_at timestamptz not null,
  valid_since timestamptz not null,
  last_login_at timestamptz,
  unique (tenant_id, email)
);

create table identity_sessions (
  token_hash text primary key,
  user_id text not null references identity_users on delete cascade,
  created_at timestamptz not null
);

create table identity_codes (
  code_hash text primary key,
  user_id text not null references identity_users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);


create table consumers (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  identity_id text not null,
  type text not null check (type in ('PERSON', 'CORPORATE')),
  name text not null,
  email text not null,
  document text not null,
  phone text not null,
  representative_name text,
  representative_document text,
  birth_date date,
  mgm_code text not null,
  referred_by bigint references consumers,
  bank_info jsonb,
  address jsonb,
  additional_fields jsonb not null default '[]',
  wallet_status text not null default 'ACTIVE' check (wallet_status in ('ACTIVE', 'BLOCKED')),
  created_at timestamptz not null,
  constraint one_registration_per_document unique (campaign_id, document),
  constraint one_registration_per_email unique (campaign_id, email),
  constraint one_registration_per_identity unique (campaign_id, identity_id),
  constraint one_consumer_per_mgm_code unique (campaign_id, mgm_code)
);

-- What a person accepted: which text, when, from where.
create table consents (
  id bigint generated always as identity primary key,
  consumer_id bigint not null references consumers,
  code text not null,
  text text not null,
  text_sha256 text not null,
  origin text,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create index consents_by_consumer on consents (consumer_id);


create table receipts (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  identifier text not null,
  identity text not null,
  cnpj text not null,
  purchase_date date not null,
  total_centavos bigint not null check (total_centavos > 0),
  lines jsonb not null,
  additional_fields jsonb not null default '[]',
  status text not null,
  allow_image_replacement boolean not null default false,
  file_key text not null,
  file_type text not null,
  file_sha256 text not null,
  created_at timestamptz not null,
  constraint one_use_per_receipt unique (campaign_id, identity)
);
create index receipts_by_consumer on receipts (consumer_id, created_at);
create index receipts_by_file on receipts (campaign_id, file_sha256);

create table receipt_moderations (
  id bigint generated always as identity primary key,
  receipt_id bigint not null references receipts,
  status text not null,
  rejection_reason text,
  created_at timestamptz not null
);
create index moderations_by_receipt on receipt_moderations (receipt_id);

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
  -- Of a cumulative draw: what this receipt leaves over for the consumer's next one.
  carried_centavos bigint not null default 0,
  primary key (receipt_id, engine_id)
);

-- The counter of the keyed permutation; a number is the permutation's value at the counter.
create table lucky_number_sequences (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  key_hex text not null,
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
  kind text not null check (kind in ('MAIN', 'BONUS')),
  created_at timestamptz not null,
  voided_at timestamptz,
  constraint one_owner_per_lucky_number unique (campaign_id, engine_id, series, number)
);
create index lucky_numbers_by_consumer on lucky_numbers (consumer_id);
create index lucky_numbers_by_receipt on lucky_numbers (receipt_id);

-- The schedule of instant prizes: the first valid receipt at or after a moment wins it.
create table instant_prizes (
  campaign_id integer not null references campaigns,
  engine_id bigint not null,
  position integer not null,
  moment timestamptz not null,
  campaign_prize_id bigint not null,
  receipt_id bigint unique references receipts,
  consumer_id bigint references consumers,
  won_at timestamptz,
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
  primary key (campaign_id, engine_id),
  check (reserved_centavos <= total_centavos)
);

-- Cashback (centavos) and points (units): a balance is the sum of its entries that count.
create table cashback_entries (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  receipt_id bigint references receipts,
  type text not null check (type in ('CREDIT', 'WITHDRAW', 'REVERSAL')),
  status text not null check (status in ('PENDING', 'TRANSFER_REQUESTED', 'SUCCESS', 'ERROR')),
  value_centavos bigint not null check (value_centavos > 0),
  created_at timestamptz not null
);
create index cashback_by_consumer on cashback_entries (consumer_id);
create unique index one_cashback_credit_per_receipt on cashback_entries (receipt_id) where type = 'CREDIT';

create table redemptions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  total_points integer not null check (total_points >= 0),
  items jsonb not null,
  address jsonb not null,
  status text not null,
  created_at timestamptz not null
);
create index redemptions_by_consumer on redemptions (consumer_id);

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
create unique index one_points_credit_per_receipt on points_entries (receipt_id)
  where receipt_id is not null;


create table poll_answers (
  campaign_id integer not null references campaigns,
  poll_id bigint not null,
  consumer_id bigint not null references consumers,
  answers jsonb not null,
  created_at timestamptz not null,
  primary key (campaign_id, poll_id, consumer_id)
);

create table incidents (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint references consumers,
  protocol_number text not null unique,
  token_sha256 text not null unique,
  name text not null,
  email text not null,
  subject_id bigint not null,
  subject text not null,
  description text not null,
  status text not null,
  created_at timestamptz not null
);

create table incident_comments (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  user_type text not null check (user_type in ('AGENT', 'CONSUMER')),
  author_name text,
  description text not null,
  created_at timestamptz not null
);
create index comments_by_incident on incident_comments (incident_id);

-- Every write is safe to repeat: the first answer is kept beside what it did.
create table idempotency_keys (
  owner text not null,
  route text not null,
  key_sha256 text not null,
  body_mac text not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (owner, route, key_sha256)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counters that a crash may lose, so they skip the log.
create unlogged table rate_limits (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
