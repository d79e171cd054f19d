-- Whether the last of the instant prizes was gone when the site was last built for that: of several
-- gateways that see it, one asks for the build.

alter table campaigns add column is_sold_out boolean not null default false;
