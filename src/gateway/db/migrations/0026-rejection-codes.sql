-- What a refused person may do next follows from the code; null where moderation used its own words.
alter table receipt_moderations add column rejection_code text;

update receipt_moderations set rejection_code = known.code
from (values
  ('ILLEGIBLE', 'Não foi possível ler a imagem da nota.'),
  ('NOT_A_RECEIPT', 'O arquivo enviado não é uma nota fiscal.'),
  ('OUTSIDE_PERIOD', 'A compra foi feita fora do período da promoção.'),
  ('PRODUCT_MISSING', 'A nota não tem produtos participantes.'),
  ('BELOW_MINIMUM', 'O valor em produtos participantes é menor que o mínimo da promoção.'),
  ('DUPLICATE', 'Esta nota já foi cadastrada.'),
  ('DATA_MISMATCH', 'Os dados cadastrados são diferentes dos dados da nota.'),
  ('ALTERED', 'A nota está rasurada, adulterada ou preenchida à mão.'),
  ('RETURNED', 'Os produtos desta nota foram devolvidos.'),
  ('STATE', 'O participante não mora em um estado da promoção.')
) as known (code, sentence)
where rejection_reason = known.sentence;
