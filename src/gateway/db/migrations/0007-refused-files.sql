-- A refused call's file may be on its way to a receipt; until this time it stays.
alter table files_to_remove add column kept_until timestamptz;
