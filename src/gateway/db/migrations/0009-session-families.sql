-- A session is a family of refresh tokens, made with a key, so only their number is stored.

alter table identity_sessions
  add column id uuid not null default gen_random_uuid(),
  add column generation integer not null default 0,
  -- In milliseconds since 1970; only the latest minute counts.
  add column renewals jsonb not null default '[]';

-- Until here a session had one token, of which the hash is stored; it is the first of its family.
alter table identity_sessions drop constraint identity_sessions_pkey;
alter table identity_sessions add primary key (id);
alter table identity_sessions alter column token_hash drop not null;
alter table identity_sessions add constraint one_session_per_token unique (token_hash);

create index identity_sessions_by_user on identity_sessions (user_id);
