-- From the page that asked for the code, it lets its person in without a question. Null: unknown.

alter table handoffs add column origin text;
