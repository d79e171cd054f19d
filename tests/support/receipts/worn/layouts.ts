import type { ReceiptFacts } from '../receipt-facts.ts';
import { punctuated } from '../receipt-lines.ts';
import {
  type Block,
  centred,
  date,
  groups,
  later,
  paymentOf,
  protocol,
  qr,
  reais,
  spread,
  twoLineItems,
} from './layout-parts.ts';

export type LayoutName = 'classic' | 'beside' | 'narrow' | 'terse' | 'sat' | 'portal';

/** The print of each kind of till. */
export const layouts: Record<LayoutName, (facts: ReceiptFacts, withQr: boolean) => Block[]> = {
  classic,
  beside,
  narrow,
  terse,
  sat,
  portal,
};

function classic(facts: ReceiptFacts, withQr: boolean): Block[] {
  const { gross, discount, paid, change, method } = paymentOf(facts);
  const keyLines = groups(facts.key);
  const lines = [
    ...centred(48, facts.shop, `CNPJ: ${punctuated(facts.cnpj)} IE: 9012345678`, facts.address),
    '-'.repeat(48),
    ...centred(48, 'Documento Auxiliar da Nota Fiscal', 'de Consumidor Eletrônica'),
    '-'.repeat(48),
    'Código Descrição   Qtde UN  Vl Unit     Vl Total',
    ...twoLineItems(facts),
    '-'.repeat(48),
    spread(48, 'QTD. TOTAL DE ITENS', String(facts.items.length)),
    spread(48, 'VALOR TOTAL R$', reais(gross)),
    ...(discount > 0
      ? [
          spread(48, 'DESCONTOS R$', `-${reais(discount)}`),
          spread(48, 'VALOR A PAGAR R$', reais(facts.total)),
        ]
      : []),
    spread(48, 'FORMA DE PAGAMENTO', 'VALOR PAGO R$'),
    spread(48, method, reais(paid)),
    ...(change > 0 ? [spread(48, 'Troco R$', reais(change))] : []),
    '-'.repeat(48),
    ...centred(48, 'Consulte pela Chave de Acesso em', 'www.fazenda.pr.gov.br/nfce/consulta'),
    ...centred(48, keyLines.slice(0, 29), keyLines.slice(30)),
    ...centred(48, 'CONSUMIDOR NÃO IDENTIFICADO'),
    ...centred(48, `NFC-e nº ${facts.number} Série ${facts.series}`),
    ...centred(48, `Emissão: ${date(facts)} ${facts.time} - Via Consumidor`),
  ];
  const below = centred(
    48,
    `Protocolo de autorização: ${protocol(facts)}`,
    `${date(facts)} ${later(facts)}`,
  );
  return [
    { kind: 'lines', lines, columns: 48, font: 'mono' },
    ...qr(facts, withQr, 0.42),
    ...(withQr ? [{ kind: 'lines', lines: below, columns: 48, font: 'mono' } as const] : []),
  ];
}

function beside(facts: ReceiptFacts, withQr: boolean): Block[] {
  const { gross, discount, paid, change, method } = paymentOf(facts);
  const above = [
    ...centred(56, `CNPJ: ${punctuated(facts.cnpj)} ${facts.shop}`, facts.address),
    ...centred(56, 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica'),
    '',
    'Código     Descrição              Qtde UN   Vl Unit    Total',
    ...facts.items.map(({ name, total }, index) =>
      spread(
        58,
        `${7891000 + index * 37} ${name.slice(0, 24)} 1 UN x ${reais(total)}`,
        reais(total),
      ),
    ),
    '',
    spread(58, 'Qtde. total de itens', String(facts.items.length).padStart(3, '0')),
    spread(58, 'Valor total R$', reais(gross)),
    ...(discount > 0 ? [spread(58, 'Desconto R$', reais(discount))] : []),
    spread(58, 'Valor a Pagar R$', reais(facts.total)),
    spread(58, 'FORMA PAGAMENTO', 'VALOR PAGO R$'),
    spread(58, method, reais(paid)),
    ...(change > 0 ? [spread(58, 'Troco R$', reais(change))] : []),
    '',
    ...centred(56, 'Consulte pela Chave de Acesso em'),
    ...centred(56, 'http://www.sefaz.rs.gov.br/nfce/consulta'),
    ...centred(56, groups(facts.key)),
  ];
  const aside = [
    'CONSUMIDOR NÃO IDENTIFICADO',
    `NFC-e nº ${String(facts.number).padStart(9, '0')}`,
    `Série ${String(facts.series).padStart(3, '0')}`,
    `${date(facts)} ${facts.time}`,
    'Protocolo de Autorização',
    protocol(facts),
    'Data de Autorização',
    `${date(facts)} ${later(facts)}`,
  ];
  const tail = centred(
    56,
    `Tributos Totais Incidentes (Lei Federal 12.741/2012) R$ ${reais(facts.total / 5)}`,
  );
  return [
    { kind: 'lines', lines: above, columns: 60, font: 'cells' },
    ...(withQr
      ? [{ kind: 'qr', text: facts.qr, share: 0.34, aside } as const]
      : [{ kind: 'lines', lines: centred(56, ...aside), columns: 60, font: 'cells' } as const]),
    { kind: 'lines', lines: tail, columns: 60, font: 'cells' },
  ];
}

function narrow(facts: ReceiptFacts, withQr: boolean): Block[] {
  const { gross, discount, paid, change, method } = paymentOf(facts);
  const head = [facts.shop, `CNPJ ${punctuated(facts.cnpj)}`, facts.address];
  const body = [
    'DANFE NFC-e - Documento Auxiliar da Nota Fiscal Eletrônica',
    'para Consumidor Final. Não permite aproveitamento de crédito de ICMS',
    ...facts.items.map(({ name, total }, index) =>
      spread(
        62,
        `${index + 1}  789${index}00123450${index} ${name}  1UN x ${reais(total)}`,
        reais(total),
      ),
    ),
    spread(62, 'QTD. TOTAL DE ITENS', String(facts.items.length)),
    spread(62, 'VALOR TOTAL R$', reais(gross)),
    ...(discount > 0 ? [spread(62, 'DESCONTO R$', reais(discount))] : []),
    ...(discount > 0 ? [spread(62, 'VALOR A PAGAR R$', reais(facts.total))] : []),
    spread(62, `FORMA DE PAGAMENTO  ${method}`, reais(paid)),
    ...(change > 0 ? [spread(62, 'TROCO', reais(change))] : []),
    `Número ${facts.number} Série ${facts.series} Emissão ${date(facts)} ${facts.time}`,
    'Via Consumidor',
    'Consulte pela chave de acesso em sat.sef.sc.gov.br/nfce/consulta',
    'CHAVE DE ACESSO',
    groups(facts.key),
    'CONSUMIDOR CPF 000.000.000-00',
  ];
  return [
    { kind: 'lines', lines: head, columns: 44, font: 'narrow', bold: true },
    { kind: 'lines', lines: body, columns: 62, font: 'narrow' },
    ...qr(facts, withQr, 0.5),
    {
      kind: 'lines',
      lines: [`Protocolo de Autorização ${protocol(facts)} ${date(facts)} ${later(facts)}`],
      columns: 62,
      font: 'narrow',
    },
  ];
}

/** A till that prints large letters, three lines of key, and the total alone. */
function terse(facts: ReceiptFacts, withQr: boolean): Block[] {
  const { gross, discount, paid, change, method } = paymentOf(facts);
  const key = groups(facts.key);
  const head = [...centred(32, facts.shop.slice(0, 32)), ...centred(32, punctuated(facts.cnpj))];
  const items = facts.items.flatMap(({ name, total }, index) => [
    `${String(index + 1).padStart(3, '0')} ${name}`,
    spread(40, `    1 UN X ${reais(total)}`, reais(total)),
  ]);
  const total = [
    ...(discount > 0
      ? [spread(32, 'SUBTOTAL', reais(gross)), spread(32, 'DESCONTO', reais(discount))]
      : []),
    spread(32, 'TOTAL R$', reais(facts.total)),
  ];
  const rest = [
    spread(40, method, reais(paid)),
    ...(change > 0 ? [spread(40, 'TROCO', reais(change))] : []),
    ...centred(40, 'Consulte pela Chave de Acesso em', 'www.sefaz.rs.gov.br/nfce/consulta'),
    ...centred(40, key.slice(0, 19), key.slice(20, 39), key.slice(40)),
    ...centred(40, `NFC-e ${facts.number} Serie ${facts.series} ${date(facts)}`),
    ...centred(40, `${facts.time} Via do Consumidor`),
    ...centred(40, `Prot. ${protocol(facts)}`),
  ];
  return [
    { kind: 'lines', lines: head, columns: 34, font: 'sans', bold: true },
    { kind: 'lines', lines: items, columns: 42, font: 'cells' },
    { kind: 'lines', lines: total, columns: 34, font: 'cells', bold: true },
    { kind: 'lines', lines: rest, columns: 42, font: 'cells' },
    ...qr(facts, withQr, 0.5),
  ];
}

function sat(facts: ReceiptFacts, withQr: boolean): Block[] {
  const { gross, discount, paid, change, method } = paymentOf(facts);
  const key = groups(facts.key);
  const lines = [
    ...centred(48, facts.shop, facts.address, `CNPJ:${punctuated(facts.cnpj)} IE:111.222.333.444`),
    '-'.repeat(48),
    ...centred(48, `Extrato No. ${facts.number}`, 'CUPOM FISCAL ELETRÔNICO - SAT'),
    '-'.repeat(48),
    '#|COD|DESC|QTD|UN|VL UN R$|(VL TR R$)*|VL ITEM R$',
    '-'.repeat(48),
    ...twoLineItems(facts),
    ...(discount > 0
      ? [
          spread(48, 'Total bruto de itens', reais(gross)),
          spread(48, 'Total de descontos/acréscimos', `-${reais(discount)}`),
        ]
      : []),
    spread(48, 'TOTAL R$', reais(facts.total)),
    spread(48, method, reais(paid)),
    ...(change > 0 ? [spread(48, 'Troco R$', reais(change))] : []),
    '-'.repeat(48),
    '* Valor aproximado dos tributos do item',
    spread(48, 'Valor aproximado dos tributos R$', reais(facts.total / 4)),
    '-'.repeat(48),
    ...centred(48, `SAT No. ${facts.key.slice(22, 31)}`, `${date(facts)} - ${facts.time}`),
    ...centred(48, key.slice(0, 29), key.slice(30)),
  ];
  const bars: Block[] = [
    { kind: 'bars', text: facts.key.slice(0, 22) },
    { kind: 'bars', text: facts.key.slice(22) },
  ];
  return [
    { kind: 'lines', lines, columns: 48, font: 'tight' },
    ...(withQr ? bars : []),
    ...qr(facts, withQr, 0.45),
  ];
}

/** The page of the tax office, as a telephone shows it. */
function portal(facts: ReceiptFacts): Block[] {
  const { gross, discount, paid, method } = paymentOf(facts);
  const lines = [
    'DOCUMENTO AUXILIAR DA NOTA FISCAL DE CONSUMIDOR ELETRÔNICA',
    '',
    facts.shop,
    `CNPJ: ${punctuated(facts.cnpj)}`,
    facts.address,
    '',
    ...facts.items.flatMap(({ name, total }, index) => [
      `${name} (Código: ${4711 + index})`,
      `Qtde.:1 UN: UN Vl. Unit.: ${reais(total)}      Vl. Total ${reais(total)}`,
      '',
    ]),
    `Qtd. total de itens: ${facts.items.length}`,
    ...(discount > 0
      ? [`Valor total R$: ${reais(gross)}`, `Descontos R$: ${reais(discount)}`]
      : []),
    `Valor a pagar R$: ${reais(facts.total)}`,
    'Forma de pagamento:      Valor pago R$:',
    `${method}      ${reais(paid)}`,
    '',
    'Informações gerais da Nota',
    'EMISSÃO NORMAL',
    `Número: ${facts.number} Série: ${facts.series} Emissão: ${date(facts)} ${facts.time} - Via Consumidor`,
    `Protocolo de Autorização: ${protocol(facts)} ${date(facts)} às ${later(facts)}`,
    'Ambiente de Produção - Versão XML: 4.00 - Versão XSLT: 2.05',
    '',
    'Chave de acesso',
    'Consulte pela Chave de Acesso em http://www.fazenda.pr.gov.br',
    groups(facts.key),
    '',
    'Consumidor',
    'Consumidor não identificado',
  ];
  return [{ kind: 'lines', lines, columns: 70, font: 'sans' }];
}
