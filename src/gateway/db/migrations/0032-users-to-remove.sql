-- The number by which the identity service knows an erased person, until that service has removed it.
alter table erasures add column identity_id text;
