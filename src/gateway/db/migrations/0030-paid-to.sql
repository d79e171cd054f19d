-- Whom and where the file for the bank says to pay, so that a lost one can be written again although
-- the person has chosen another key since. Null once the bank has paid or refused.
alter table cashback_entries add column paid_to jsonb;
