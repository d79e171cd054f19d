-- What people send: receipts, how moderators and the tax office judge them, and how the sender came.

create table receipts (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  identifier text not null, -- As typed: the access key or the short number.
  cnpj text not null, -- The shop's, as typed.
  purchase_date date not null,
  total_centavos bigint not null check (total_centavos > 0),
  lines jsonb not null,
  additional_fields jsonb not null default '[]',
  identity text not null, -- Equal for the same receipt: access key, or number/CNPJ/day.
  fiscal_number text not null, -- Company and number, equal with and without an access key.
  shop text, -- By the access key, whatever CNPJ was typed. Null from an older version.
  status text not null,
  review_reasons text[] not null default '{}', -- Why it waits for a moderator.
  allow_image_replacement boolean not null default false,
  file_key text not null, -- The picture; an empty key once it was let go.
  file_type text not null,
  file_sha256 text not null,
  -- What the tax office said. Null when it was not asked, and the answer also after an erasure.
  tax_office text check (tax_office in ('CONFIRMED', 'NOT_CONFIRMED', 'WAITING')),
  tax_office_answer jsonb,
  doubts text[] not null default '{}', -- What the tax office has said against it.
  open_doubts text[] not null default '{}', -- What of that no moderator has judged yet.
  created_at timestamptz not null,
  constraint one_use_per_receipt unique (campaign_id, identity)
);
create index receipts_by_consumer on receipts (consumer_id, created_at);
create index receipts_by_file on receipts (campaign_id, file_sha256);
create index receipts_by_fiscal_number on receipts (campaign_id, fiscal_number);
-- Receipts of one company, day and total: a paper shows several numbers that may be entered. The slash
-- is in receipts without an access key. `same-purchase.ts` has these words too.
create index receipts_by_purchase
  on receipts (campaign_id, purchase_date, total_centavos, left(fiscal_number, 8), (identity like '%/%'));
create index doubted_receipts on receipts (id) where open_doubts <> '{}';
-- Those that may have reserved a part of the cashback, and those that wait for such a part.
create index unjudged_receipts on receipts (campaign_id)
  where status not in ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE');
create index awaiting_cashback on receipts (campaign_id, id)
  where status not in ('APPROVED', 'PARTIALLY_DONE', 'DONE', 'ERROR', 'REJECTED', 'NOT_ELIGIBLE')
    and 'LAST_CASHBACK' = any (review_reasons);

create table receipt_moderations (
  id bigint generated always as identity primary key,
  receipt_id bigint not null references receipts,
  status text not null,
  rejection_code text, -- Says what the person may do next. Null: moderation's own words.
  rejection_reason text,
  created_at timestamptz not null
);
create index moderations_by_receipt on receipt_moderations (receipt_id);

-- Files that no receipt names any more; they go once the transaction that let go of them stands.
create table files_to_remove (
  file_key text primary key,
  kept_until timestamptz -- Until then a refused call may still bring it to a receipt.
);

-- What tax offices are asked: whether a receipt exists, by the QR code of its picture.
create table tax_office_questions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  access_key text not null,
  -- The code's address after the key, without the buyer. Null while it is looked for, and at the end.
  query text,
  query_sha256 text not null, -- Of `query`, or of nothing where it was to be found.
  created_at timestamptz not null,
  asked_at timestamptz,
  asked integer not null default 0,
  next_at timestamptz, -- Null once nothing more is asked.
  taken_until timestamptz, -- Until then one gateway works at it; then another may take it up.
  outcome text,
  answer jsonb,
  constraint one_question_per_code unique (campaign_id, access_key, query_sha256)
);
create index tax_office_questions_due on tax_office_questions (next_at) where next_at is not null;
-- The key's first two digits are the state, which has the office.
create index tax_office_questions_due_by_office on tax_office_questions
  (campaign_id, left(access_key, 2), next_at) where next_at is not null;
create index tax_office_questions_by_consumer on tax_office_questions (consumer_id, created_at);

-- How often each state's office was asked today, and when it may be asked next.
create table tax_office_turns (
  state text primary key,
  day date not null,
  questions integer not null,
  failures integer not null default 0,
  paused_until timestamptz,
  next_turn_at timestamptz not null
);

-- Whose page and which advertisement led to a sign-up, or to a receipt; without one there is no row.
create table attributions (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  consumer_id bigint not null references consumers,
  receipt_id bigint unique references receipts, -- Null for the sign-up.
  partner text,
  source text,
  medium text,
  campaign text,
  fields jsonb not null default '{}'::jsonb, -- The page's own: {"loja": "centro-01"}.
  created_at timestamptz not null
);
create unique index one_attribution_per_sign_up on attributions (consumer_id) where receipt_id is null;
create index attributions_by_consumer on attributions (consumer_id);
