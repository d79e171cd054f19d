create index consumers_by_phone on consumers (campaign_id, phone) where phone <> '';
create index rate_limits_by_expiry on rate_limits (resets_at);
