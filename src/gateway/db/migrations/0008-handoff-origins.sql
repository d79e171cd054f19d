-- The page that asked for the code: reached from there, it lets its person in without a question.
-- Null where the caller named none, and for codes that were given before.

alter table handoffs add column origin text;
