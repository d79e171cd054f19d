import type { ReceiptFacts } from './receipt-facts.ts';

const width = 48;

const portals = {
  PR: 'www.fazenda.pr.gov.br/nfce/consulta',
  SC: 'sat.sef.sc.gov.br/nfce/consulta',
  RS: 'www.sefaz.rs.gov.br/nfce/consulta',
} as const;

/** The 48-column lines of the paper: those above the QR code and those below it. */
export function receiptLines(facts: ReceiptFacts): { above: string[]; below: string[] } {
  const [year, month, day] = facts.day.split('-');
  const date = `${day}/${month}/${year}`;
  const groups = facts.key.replaceAll(/(.{4})/g, '$1 ').trim();
  return {
    above: [
      centred(facts.shop),
      centred(`CNPJ: ${punctuated(facts.cnpj)}`),
      centred(facts.address),
      '',
      centred('Documento Auxiliar da'),
      centred('Nota Fiscal de Consumidor Eletrônica'),
      '-'.repeat(width),
      'Código Descrição         Qtde UN  Vl Unit  Total',
      ...facts.items.map(({ name, total }, position) =>
        spread(`${String(position + 1).padStart(3, '0')} ${name} 1 UN`, reais(total)),
      ),
      '-'.repeat(width),
      spread('Qtde. total de itens', String(facts.items.length)),
      spread('Valor total R$', reais(facts.total)),
      spread('Valor a pagar R$', reais(facts.total)),
      spread('FORMA DE PAGAMENTO', 'VALOR PAGO R$'),
      spread('Cartão de Débito', reais(facts.total)),
      '-'.repeat(width),
      centred('Consulte pela Chave de Acesso em'),
      centred(portals[facts.state]),
      centred(groups.slice(0, 29)),
      centred(groups.slice(30)),
      '',
      centred('CONSUMIDOR NÃO IDENTIFICADO'),
      centred(
        `NFC-e nº ${String(facts.number).padStart(9, '0')} Série ${String(facts.series).padStart(3, '0')}`,
      ),
      centred(`Emissão ${date} ${facts.time}`),
      '',
    ],
    below: [
      '',
      centred('Protocolo de autorização: 141260000123456'),
      centred(`Data de autorização ${date} ${facts.time}`),
      centred('Tributos totais incidentes (Lei 12.741/2012)'),
      centred('OBRIGADO PELA PREFERENCIA'),
    ],
  };
}

export function punctuated(cnpj: string): string {
  return cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
}

function reais(centavos: number): string {
  return (centavos / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
}

function centred(text: string): string {
  return text.padStart(Math.floor((width + text.length) / 2));
}

function spread(left: string, right: string): string {
  return left + right.padStart(width - left.length);
}
