-- Codes of parcels that came back, or that were typed wrong: a list of codes that is read again has them still.
alter table redemptions add column former_codes text[] not null default '{}';
alter table prize_deliveries add column former_codes text[] not null default '{}';

-- A corrected draw may give a number another prize although its former one has left: both are on their
-- way. Only commands write here, and those of older versions are refused from now on.
alter table prize_deliveries drop constraint prize_deliveries_lucky_number_id_key;
alter table prize_deliveries add unique (lucky_number_id, campaign_prize_id);
