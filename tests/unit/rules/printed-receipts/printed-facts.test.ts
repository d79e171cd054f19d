import { describe, expect, it } from 'vitest';
import { printedFacts } from '../../../../src/rules/printed-receipts/printed-facts.ts';

const cnpjsOf = (...lines: string[]) => printedFacts(lines.map((line) => [line])).cnpjs;

describe('the shop’s CNPJ on a receipt', () => {
  it.each([
    ['with points', 'CNPJ: 11.222.333/0001-81', ['11222333000181']],
    ['with points, without its name', '11.222.333/0001-81 IE 123', ['11222333000181']],
    ['without points beside its name', 'CNPJ:11222333000181 IE:126677', ['11222333000181']],
    ['beside its name, which is misread', 'CHPJ - 11222333000181', ['11222333000181']],
  ])('is found %s', (_name, line, cnpjs) => {
    expect(cnpjsOf(line)).toEqual(cnpjs);
  });

  it.each([
    ['the code of a product whose digits hold', '02 11222333000181 LEITE 2UN x 3,79'],
    ['that of the buyer', 'CONSUMIDOR CNPJ: 11.222.333/0001-81'],
    ['that of the buyer, misread', 'CONSUNIDOR CNPJ: 11.222.333/0001-81'],
    ['that of the buyer, whose name is cut off', 'CPF/CNPJ do Consu 11.222.333/0001-81'],
    ['that of the buyer, as a SAT prints it', 'CPF/CNPJ do Consumidor: 11.222.333/0001-81'],
  ])('is not %s', (_name, line) => {
    expect(cnpjsOf(line)).toEqual([]);
  });
});

it('a CNPJ with wrong check digits is listed as misread, unless it is the buyer’s', () => {
  const lines = [['CNPJ: 11.222.388/0001-81'], ['CONSUMIDOR CNPJ: 11.222.333/0001-88']];
  expect(printedFacts(lines)).toMatchObject({ cnpjs: [], misreadCnpjs: ['11222388000181'] });
});

it('the CNPJs of buyer and carrier below a DANFE’s heading are left out', () => {
  const danfe = [
    'INSCRIÇÃO ESTADUAL CNPJ 11.222.333/0001-81',
    'DESTINATÁRIO / REMETENTE',
    'NOME / RAZÃO SOCIAL CNPJ / CPF',
    'EMPRESA FICTÍCIA LTDA 12.345.678/0001-95',
  ];
  expect(cnpjsOf(...danfe)).toEqual(['11222333000181']);
  expect(cnpjsOf(...danfe.slice(1))).toEqual([]);
});

it('the number of a SAT’s equipment is found by both its names', () => {
  for (const name of ['SAT No. 000647865', 'EQUIPAMENTO No. 000647865']) {
    expect(printedFacts([[name]]).serials).toEqual(['000647865']);
  }
});
