-- When the build service is asked next: soon after the first failure, then less and less often.
alter table campaign_versions add column rebuild_next_at timestamptz;
alter table campaign_versions add column rebuild_failures integer not null default 0;
