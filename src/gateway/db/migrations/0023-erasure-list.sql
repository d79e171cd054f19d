-- The line by which an erasure is listed outside the database; null once it is there. Without it a
-- backup that is restored would bring back who left after it was made.
alter table erasures add column unlisted_line text;
