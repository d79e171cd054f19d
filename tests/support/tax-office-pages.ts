import { formatAmount } from '../../src/rules/money.ts';
import { formatCnpj } from '../../src/rules/people/cpf-cnpj.ts';
import { readAccessKey } from '../../src/rules/receipts/access-key.ts';

/** A receipt as an invented tax office knows it; amounts in centavos. */
interface OfficeReceipt {
  key: string;
  /** `yyyy-MM-dd`. */
  day: string;
  time: string;
  items: { code: string; name: string; quantity: string; unitPrice: string; total: number }[];
  discount?: number;
  /** Further text of the page. */
  notice?: string;
  environment?: string;
  /** Replaces the number of lines. */
  statedItems?: number;
}

export const officeLayouts = {
  common: (receipt: OfficeReceipt) => common(receipt, { name: 'txtTit', cell: 'txtTit' }),
  paraná: (receipt: OfficeReceipt) => common(receipt, { name: 'txtTit2', cell: 'txtTit3' }),
  tabs,
  table,
  script,
  xml,
};
export type OfficeLayout = keyof typeof officeLayouts;

/** A page of an invented receipt, in the layout of one of the states' offices. */
export function officePage(receipt: OfficeReceipt, layout: OfficeLayout = 'common'): string {
  return officeLayouts[layout](receipt);
}

/** A receipt of a given total with two lines, the first of them a promoted product. */
export function officeReceipt(
  key: string,
  { day, total, time = '10:20:30' }: { day: string; total: number; time?: string },
): OfficeReceipt {
  const first = Math.min(1299, total - 1);
  return {
    key,
    day,
    time,
    items: [
      item('CR DENT BRISAL CARV 90G', '1', first),
      item('ÁGUA MIN. C/GÁS <1,5L>', '2', total - first),
    ],
  };
}

function item(name: string, quantity: string, total: number): OfficeReceipt['items'][number] {
  const unitPrice = String(total / 100 / Number(quantity)).replace('.', ',');
  return { code: '4711', name, quantity, unitPrice, total };
}

/** The buyer, of whom the gateway must store nothing. */
export const printedBuyer = { document: '529.982.247-25', name: 'MARIA COMPRADORA' };

function facts(receipt: OfficeReceipt) {
  const key = readAccessKey(receipt.key);
  if (!key) throw new Error('A page needs a right access key');
  const gross = receipt.items.reduce((sum, { total }) => sum + total, 0);
  const { discount = 0 } = receipt;
  const [year, month, day] = receipt.day.split('-');
  return {
    number: key.number,
    series: key.series,
    cnpj: formatCnpj(key.cnpj),
    grouped: receipt.key.replaceAll(/.{4}(?=.)/g, '$& '),
    gross: formatAmount(gross),
    discount: formatAmount(discount),
    total: formatAmount(gross - discount),
    count: receipt.statedItems ?? receipt.items.length,
    issued: `${day}/${month}/${year} ${receipt.time}`,
    environment: receipt.environment ?? 'Produção',
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function common(receipt: OfficeReceipt, css: { name: string; cell: string }): string {
  const f = facts(receipt);
  const lines = receipt.items.map(
    ({ code, name, quantity, unitPrice, total }, index) => `
    <tr id="Item + ${index + 1}"><td valign="top">
      <span class="${css.name}">${escaped(name)}</span><span class="RCod"> (Código: ${code} )</span><br>
      <span class="Rqtd"><strong>Qtde.:</strong>${quantity}</span>
      <span class="RUN"><strong>UN: </strong>UN</span>
      <span class="RvlUnit"><strong>Vl. Unit.:</strong>&nbsp;${unitPrice}</span>
    </td><td class="${css.cell} noWrap">Vl. Total<br><span class="valor">${formatAmount(total)}</span></td></tr>`,
  );
  const discounted = receipt.discount
    ? `<div id="linhaTotal"><label>Valor total R$:</label><span class="totalNumb">${f.gross}</span></div>
       <div id="linhaTotal"><label>Descontos R$:</label><span class="totalNumb">${f.discount}</span></div>`
    : '';
  return `<!DOCTYPE html><html><head><title>NFC-e</title>
  <script>var textos = { c: 'NFC-e Cancelada', d: "Nota Denegada" }; function mostrar() { alert(1) }</script></head><body>
  <div id="conteudo"><div id="avisos">${receipt.notice ?? ''}</div>
  <div class="txtCenter"><div id="u20" class="txtTopo">BOM VIZINHO LTDA</div>
  <div class="text">CNPJ: ${f.cnpj}</div><div class="text">RUA DAS FLORES, Nº 123, Série 9 quadra</div></div>
  <table id="tabResult">${lines.join('')}</table>
  <div id="totalNota">
    <div id="linhaTotal"><label>Qtd. total de itens:</label><span class="totalNumb">${f.count}</span></div>
    ${discounted}
    <div id="linhaTotal" class="linhaShade"><label>Valor a pagar R$:</label><span class="totalNumb txtMax">${f.total}</span></div>
    <div id="linhaForma"><label>Forma de pagamento:</label><span class="totalNumb">Valor pago R$:</span></div>
    <div id="linhaTotal"><label class="tx">Dinheiro</label><span class="totalNumb">9.999,00</span></div>
    <div id="linhaTotal"><label class="tx">Troco</label><span class="totalNumb">NaN</span></div>
  </div></div>
  <div id="infos"><h4>Informações gerais da Nota</h4><ul><li><strong>EMISSÃO NORMAL</strong><br>
    <strong>Número: </strong>${f.number}<strong> Série: </strong>${f.series}<strong> Emissão: </strong>${f.issued}
    - Via Consumidor<br><strong>Protocolo de Autorização: </strong>141260000000001 ${f.issued}<br>
    <strong>Ambiente de ${f.environment} - Versão XML: 4.00 - Versão XSLT: 2.07</strong></li></ul>
    <ul><li><strong>Chave de acesso:</strong><br><span class="chave">${f.grouped}</span></li></ul>
    <h4>Consumidor</h4><ul><li><strong>CPF: </strong>${printedBuyer.document}</li>
    <li><strong>Nome: </strong>${printedBuyer.name}</li></ul></div></body></html>`;
}

function tabs(receipt: OfficeReceipt): string {
  const f = facts(receipt);
  const cell = (label: string, value: string | number) =>
    `<td><label>${label}</label><span>${value}</span></td>`;
  const lines = receipt.items.map(
    ({ code, name, quantity, unitPrice, total }, index) => `
    <table class="toggle box"><tbody><tr>
      <td class="fixo-prod-serv-numero"><span>${index + 1}</span></td>
      <td class="fixo-prod-serv-descricao"><span>${escaped(name)}</span></td>
      <td class="fixo-prod-serv-qtd"><span>${quantity},0000</span></td>
      <td class="fixo-prod-serv-uc"><span>Un</span></td>
      <td class="fixo-prod-serv-vb"><span>${formatAmount(total)}</span></td>
    </tr></tbody></table>
    <table class="toggable box" style="display: none"><tbody><tr><td><table>
      <tr>${cell('Código do Produto', code)}${cell('Código NCM', '33061000')}</tr>
      <tr>${cell('Código EAN Comercial', 'SEM GTIN')}</tr>
      <tr>${cell('Valor unitário de comercialização', unitPrice)}</tr></table></td></tr></tbody></table>`,
  );
  return `<html><body><div class="GeralXslt"><fieldset><legend>Dados Gerais</legend><table><tr>
    ${cell('Chave de Acesso', f.grouped)}${cell('Número', f.number)}${cell('Versão XML', '4.00')}</tr></table></fieldset></div>
  <div class="nft"><div id="NFe"><table><tr>${cell('Modelo', 65)}${cell('Série', f.series)}${cell('Número', f.number)}
    ${cell('Data de Emissão', `${f.issued}-03:00`)}${cell('Valor&nbsp;Total&nbsp;da&nbsp;Nota&nbsp;Fiscal&nbsp;&nbsp;', f.total)}</tr></table>
  <fieldset><legend>Emitente</legend><table><tr>${cell('CNPJ', f.cnpj)}${cell('Nome / Razão Social', 'BOM VIZINHO LTDA')}</tr></table></fieldset>
  <fieldset><legend>Destinatário</legend><table><tr>${cell('CPF', printedBuyer.document)}${cell('Nome / Razão Social', printedBuyer.name)}</tr></table></fieldset>
  <fieldset><legend>Situação Atual: ${receipt.notice ?? 'AUTORIZADA'} (Ambiente de autorização: ${f.environment.toLowerCase()})</legend>
  <table><tr><td><label>Eventos da NF-e</label></td><td><label>Protocolo</label></td><td><label>Data Autorização</label></td></tr>
  <tr><td><span>Autorização de Uso</span></td><td><span>141260000000001</span></td><td><span>${f.issued}</span></td></tr></table></fieldset></div></div>
  <div class="nft" style="display:none"><div id="Prod"><table class="prod-serv-header"><tr>
    <td class="fixo-prod-serv-descricao"><label>Descrição</label></td></tr></table>${lines.join('')}</div></div></body></html>`;
}

function table(receipt: OfficeReceipt): string {
  const f = facts(receipt);
  const cells = (...values: string[]) =>
    values.map((value) => `<td class="NFCDetalhe_Item">${value}</td>`).join('');
  const lines = receipt.items.map(
    ({ code, name, quantity, unitPrice, total }, index) =>
      `<tr id="Item + ${index + 1}">${cells(code, escaped(name), quantity, 'UN', unitPrice, formatAmount(total))}</tr>`,
  );
  const line = (text: string) => `<tr><td class="NFCCabecalho_SubTitulo">${text}</td></tr>`;
  return `<html><head><meta charset="iso-8859-1"></head><body><table>
  ${line('BOM VIZINHO LTDA')}${line(`CNPJ: ${f.cnpj} Inscrição Estadual: 0000000000`)}
  ${line(`NFC-e nº: ${f.number} Série: ${f.series} Data de Emissão: ${f.issued}`)}
  ${line('CHAVE DE ACESSO')}${line(f.grouped)}${line('Protocolo de Autorização: 243260000000001')}
  ${line('CONSUMIDOR')}${line(`CPF: ${printedBuyer.document}`)}</table>
  <table><tr>${cells('Código', 'Descrição', 'Qtde', 'Un', 'Vl Unit', 'Vl Total')}</tr>${lines.join('')}</table>
  <table><tr>${cells('Valor total R$', f.gross)}</tr><tr>${cells('Valor descontos R$', f.discount)}</tr>
  <tr>${cells('FORMA PAGAMENTO', 'VALOR PAGO R$')}</tr><tr>${cells('Cartão de Crédito', f.total)}</tr></table></body></html>`;
}

/** The common page as a text within a script. */
function script(receipt: OfficeReceipt): string {
  const inner = officePage(receipt).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const text = inner.replaceAll('\n', '\\n').replaceAll('/', '\\/').replaceAll('ç', '\\u00e7');
  return `<html><body><div id="danfe"></div><script>new DanfeNFCe('1', null, '${text}');</script></body></html>`;
}

/** The common page as a text within XML. */
function xml(receipt: OfficeReceipt): string {
  return `<?xml version="1.0"?><R><STATUS>SUCCESS</STATUS><HTML>${escaped(officePage(receipt))}</HTML></R>`;
}
