-- A copy of the database alone lets nobody sign tokens, nor know numbers and prizes to come. Secrets
-- are wrapped by a key from outside; the gateway wraps those of before and drops `plain_secrets`.

alter table secrets rename to plain_secrets;
alter index secrets_pkey rename to plain_secrets_pkey;

create table secrets (
  name text primary key,
  key_id text not null,
  wrapped text not null
);

insert into plain_secrets (name, value)
select 'lucky-numbers/' || campaign_id || '/' || engine_id, key_hex from lucky_number_sequences;

-- `using` has the table written anew, so that its file no longer holds what was there.
alter table lucky_number_sequences
  drop column key_hex,
  alter column issued type bigint using issued + 0;

-- Moment and nonce follow from the seed. A moment stays once its prize was won, which makes it public.
alter table instant_prizes alter column moment drop not null;
alter table instant_prizes
  drop column nonce,
  alter column moment type timestamptz using case when receipt_id is null then null else moment end;
