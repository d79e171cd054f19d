alter table receipts add column tax_office text
  check (tax_office in ('CONFIRMED', 'NOT_CONFIRMED', 'WAITING'));
