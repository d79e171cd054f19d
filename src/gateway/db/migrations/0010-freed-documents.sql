alter table erasures alter column document_mac drop not null;

update erasures set document_mac = null where not exists (
  select 1 from receipts where receipts.consumer_id = erasures.consumer_id
);
