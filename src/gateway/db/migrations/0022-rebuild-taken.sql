-- When the build service took a version: a gateway that dies while it asks leaves this empty.

alter table campaign_versions add column rebuild_taken_at timestamptz;

update campaign_versions set rebuild_taken_at = rebuild_asked_at;
