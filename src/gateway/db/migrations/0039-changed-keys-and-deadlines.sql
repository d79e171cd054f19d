-- A Pix key or account from before a new password may be a thief's. Null: no moment is known.
alter table consumers add column bank_info_changed_at timestamptz;

-- The person did not ask for the erasure: the deadlines of the promotion had passed.
alter table erasures add column is_after_deadlines boolean not null default false;
