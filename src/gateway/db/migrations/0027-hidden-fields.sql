-- What the page around a form said of its visitor's way, by names of its own: {"loja": "centro-01"}.
alter table attributions add column fields jsonb not null default '{}'::jsonb;
