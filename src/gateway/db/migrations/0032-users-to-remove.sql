-- The number by which the identity service knows an erased person, until that service has removed it.
alter table erasures add column identity_id text;

-- What moderators and the tax office wrote about people erased before erasures took it along.
update receipt_moderations set rejection_reason = null
from receipts join consumers on consumers.id = consumer_id
where receipts.id = receipt_id and erased_at is not null and rejection_code is null
  and rejection_reason <> 'Dados excluídos a pedido do titular';

update receipts set tax_office_answer = null
from consumers
where consumers.id = consumer_id and erased_at is not null and tax_office_answer is not null;
