-- A file that a refused call left behind may be on its way to a receipt all the same: until then it
-- stays. Without a time it may go at once.
alter table files_to_remove add column kept_until timestamptz;
