-- Codes with which a user who signed in inside a frame goes on at the campaign's site.

create table handoffs (
  code_hash text primary key,
  consumer_id bigint not null references consumers,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null
);
