-- Who takes part: accounts with their passwords, participants, their consents, and who has left.

-- Accounts of the gateway's own identity service; a platform keeps its own. All campaigns share them.
create table identity_users (
  id text primary key,
  tenant_id text not null,
  email text not null,
  password_hash text not null,
  disabled boolean not null default false,
  created_at timestamptz not null,
  valid_since timestamptz not null, -- Tokens of earlier sign-ins count no more.
  last_login_at timestamptz,
  unique (tenant_id, email)
);

-- A session is a family of refresh tokens, made with a key, so only their number is stored.
create table identity_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references identity_users on delete cascade,
  created_at timestamptz not null,
  generation integer not null default 0,
  renewals jsonb not null default '[]', -- Milliseconds since 1970, of the latest minute.
  token_hash text, -- Of a session from before there were families: its one token.
  constraint one_session_per_token unique (token_hash)
);
create index identity_sessions_by_user on identity_sessions (user_id);
create index identity_sessions_by_age on identity_sessions (created_at);

-- Links to a new password.
create table identity_codes (
  code_hash text primary key,
  user_id text not null references identity_users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A participation in one campaign. An erasure keeps the row, without what names the person.
create table consumers (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  identity_id text not null,
  type text not null check (type in ('PERSON', 'CORPORATE')),
  name text not null,
  email text not null,
  document text not null,
  phone text not null,
  representative_name text, -- Of a company only.
  representative_document text,
  birth_date date,
  address jsonb,
  additional_fields jsonb not null default '[]', -- Answers to the campaign's own questions.
  mgm_code text not null, -- The code by which this person refers others.
  referred_by bigint references consumers, -- The person whose code this one came with.
  pseudonym uuid not null default gen_random_uuid(), -- The ledger's hidden owners derive from it.
  wallet_status text not null default 'ACTIVE' check (wallet_status in ('ACTIVE', 'BLOCKED')),
  bank_info jsonb, -- The Pix key, and since when it takes the place of another (keyReplacedAt).
  bank_info_changed_at timestamptz, -- An account from before a new password may be a thief's.
  created_at timestamptz not null,
  erased_at timestamptz,
  constraint one_registration_per_document unique (campaign_id, document),
  constraint one_registration_per_email unique (campaign_id, email),
  constraint one_registration_per_identity unique (campaign_id, identity_id),
  constraint one_consumer_per_mgm_code unique (campaign_id, mgm_code)
);
-- Several people may have one phone; an erased one has none.
create index consumers_by_phone on consumers (campaign_id, phone) where phone <> '';
-- An erasure finds the person's email and phone in other people's answers, such as a referral: in
-- small letters, and without what people put between the digits of a phone.
create index consumers_by_answer on consumers using gin ((
  lower(translate(
    jsonb_path_query_array(additional_fields, '$[*].value')::text, ' ()-+./', ''
  ))::jsonb
));

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
-- One that was withdrawn stays as a proof, and can be given again.
create unique index one_standing_consent on consents (consumer_id, code) where withdrawn_at is null;

-- Codes with which a user who signed in inside a frame goes on at the campaign's site.
create table handoffs (
  code_hash text primary key,
  consumer_id bigint not null references consumers,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  origin text -- On this page the code lets its person in without a question.
);

create table erasures (
  consumer_id bigint primary key references consumers,
  campaign_id integer not null references campaigns,
  requested_by text not null check (requested_by in ('CONSUMER', 'OPERATOR')),
  is_after_deadlines boolean not null default false, -- The person did not ask for it.
  -- A keyed hash: it shows that a person has taken part, but not who. Null where they may do so again.
  document_mac text,
  held jsonb, -- What accounting needs of a person who was rewarded, and until when.
  held_until timestamptz,
  identity_id text, -- The person's at the identity service, until it is removed there too.
  -- The line by which an erasure is listed outside the database; null once it is there. Without it a
  -- backup that is restored would bring back who left after it was made.
  unlisted_line text,
  constraint one_participation_per_document unique (campaign_id, document_mac),
  check ((held is null) = (held_until is null))
);
