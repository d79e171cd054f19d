import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOf } from '../../../../src/rules/printed-receipts/printed-total.ts';

/** Lines that were read alike twice. */
function paper(...lines: string[]): string[][] {
  return lines.map((line) => [line, line]);
}

describe('total in recognised text', () => {
  it.each([
    ['beside its label', ['VALOR TOTAL R$ 54,90', 'Cartão de Débito 54,90'], 5490],
    [
      'after a discount',
      ['Valor total R$ 60,00', 'Desconto R$ 5,10', 'Valor a pagar R$ 54,90'],
      5490,
    ],
    [
      'of a till that prints no sum less the discount',
      ['TOTAL BRUTO 60,00', 'DESCONTO -5,10', 'PIX 54,90'],
      5490,
    ],
    ['paid in cash', ['TOTAL R$ 54,90', 'Dinheiro 60,00', 'Troco 5,10'], 5490],
    ['below its label', ['VALOR A PAGAR', '1.254,90', 'PIX 1.254,90'], 125_490],
    ['whose label is misread', ['VAL0R T0TAL R$ 54,90', 'CARTAO 54,90'], 5490],
    ['named once, read twice', ['TOTAL R$ 54,90'], 5490],
    [
      'that an item’s discount is in already',
      ['DESCONTO -5,10', 'TOTAL R$ 54,90', 'PIX 54,90'],
      5490,
    ],
    [
      'below the price of a kilo, of which less was bought',
      ['0,65 und X 59,91', '38,70', 'REFRI X 6,00 6,00', 'TOTAL R$ 44,70'],
      4470,
    ],
    ['with a third decimal', ['Valor a Pagar R$: 54,900', 'Dinheiro 54,900'], 5490],
    ['paid by TEF', ['Valor Total FCP 0,13', 'VALOR TOTAL R$ 19,67', 'TEF 19,67'], 1967],
    [
      'in a DANFE’s table',
      [
        'BASE DE CALCULO DO ICMS VALOR DO ICMS VALOR TOTAL DOS PRODUTOS',
        '0,00 0,00 920,60',
        'VALOR DO FRETE DESCONTO VALOR DO IPI VALOR TOTAL DA NOTA',
        '10,00 30,60 0,00 900,00',
      ],
      90_000,
    ],
    [
      'in a DANFE’s table whose last name lost a gap',
      [
        'VALOR DO ICMS VALOR TOTAL DOSPRODUTOS',
        '0,00 1.349,79',
        'VALOR DO FRETE DESCONTO VALOR DO IPI VALOR TOTAL DANOTA',
        '0,00 12,50 0,00 1.337,29',
      ],
      133_729,
    ],
    [
      'that its payments make up, one of them without a label',
      ['VALOR TOTAL (R$) 97,02', 'FORMA 7 97,00', 'Dinheiro 0,02'],
      9702,
    ],
    [
      'whose thousands a gap parts',
      ['TOTAL DOS PRODUTOS', '15 799,00', 'VALOR TOTAL DA NOTA', '15 799,00'],
      1_579_900,
    ],
    [
      'whose thousands a point and a gap part',
      ['TOTAL DOS PRODUTOS', '15. 799,00', 'VALOR TOTAL DA NOTA', '15. 799,00'],
      1_579_900,
    ],
    ['with a point for the comma', ['TOTAL RS 54.90', 'PIX 54.90'], 5490],
  ])('is found %s', (_name, lines, total) => {
    expect(totalOf(paper(...lines))).toBe(total);
  });

  it('is found in a DANFE’s table of which one reading alone has the last name', () => {
    const names = 'VALOR DO FRETE DESCONTO VALOR TOTAL DA';
    const sums = '0,00 12,50 1.337,29';
    expect(
      totalOf([
        [`${names} M0TA`, `${names} NOTA`],
        [sums, sums],
      ]),
    ).toBe(133_729);
  });

  it.each([
    ['taxes', ['Tributos totais incidentes R$ 10,20']],
    ['a count of items', ['QTD. TOTAL DE ITENS 12,00']],
    ['one of two payments', ['Cartão 30,00', 'Dinheiro 24,90']],
    [
      'a discount that stands a line too high, beside what is to be paid',
      ['ARROZ 105,33', 'Desconto R$ 252,63', 'Valor a pagar R$ 0,49', 'Cartão'],
    ],
    ['less than one item costs', ['ARROZ 105,33', 'CAFE 20,00', 'TOTAL R$ 0,49']],
    ['a sum that a discount reduces', ['TOTAL R$ 60,00', 'DESCONTO 5,10']],
    ['a sum above one to pay that is illegible', ['TOTAL R$ 60,00', 'VALOR A PAGAR R$ 1,367 8Z']],
    ['the head of a column', ['Descrição Vl Unit Vl Total', '57,26']],
    ['an item below a word that is read as the total', ['TOTAL', '1 UN X 57,26']],
    ['a sum of thousandths', ['TOTAL R$ 54,905', 'PIX 54,905']],
    ['a number without decimals', ['TOTAL R$ 5490']],
    ['nothing', ['TOTAL R$ 0,00', 'PIX 0,00']],
  ])('is not %s', (_name, lines) => {
    expect(totalOf(paper(...lines))).toBeNull();
  });

  it('stays unknown where one reading alone names it', () => {
    expect(totalOf([['TOTAL R$ 54,90']])).toBeNull();
  });

  it('stays unknown where less was paid: a label stands beside the sum of another line', () => {
    expect(totalOf(paper('TOTAL R$ 460,00', 'Dinheiro 1,24'))).toBeNull();
  });

  it('stays unknown where the items make the sum that one reading alone has', () => {
    const items = [['1 UN X 206,72 206,72'], ['1 UN X 4,02 4,02']];
    const misread = ['TOTAL R$ 216,74', 'TOTAL R$ 216,74', 'TOTAL R$ 216,74'];
    const paid = ['PIX 216,74', 'PIX 216,74', 'PIX 210,74'];
    expect(totalOf([misread, paid])).toBe(21_674);
    expect(totalOf([...items, misread, paid])).toBeNull();
  });

  it('stays unknown where it is more than the sum before a discount', () => {
    const crumpled = [
      ['VALOR TOTAL R$ 44,21', 'VALOR TOTAL R$ 44,21'],
      ['DESCONTOS R$ -1,94', 'DESCONTOS R$ E 1,94'],
      ['VALOR A PAGAR R$ | 42,27', 'VALOR A PAGAR R$ 242,27', 'VALOR A PAGAR R$ 242,27'],
      ['PIX k 242,27', 'PIX $ 22,27', 'PIX e 42,27'],
    ];
    expect(totalOf(crumpled)).toBeNull();
  });

  it('stays unknown where readings of every place differ', () => {
    const doubtful = [
      ['TOTAL R$ 70,29', 'TOTAL R$ 76,29', 'TOTAL R$ 76,29'],
      ['PIX 78,29', 'PIX 76,29', 'PIX 76,29'],
    ];
    expect(totalOf(doubtful)).toBeNull();
  });

  it('is taken from the place that was read alike where another was not', () => {
    expect(
      totalOf([
        ['TOTAL R$ 210,02', 'TOTAL R$ 216,02'],
        ['PIX 210,02', 'PIX 210,02'],
      ]),
    ).toBe(21_002);
  });

  it('is what was paid, whatever discount and change surround it', () => {
    const centavos = fc.integer({ min: 1, max: 500_000 });
    fc.assert(
      fc.property(centavos, centavos, centavos, (total, discount, change) => {
        const lines = paper(
          `SUBTOTAL ${reais(total + discount)}`,
          `DESCONTO ${reais(discount)}`,
          `TOTAL R$ ${reais(total)}`,
          `DINHEIRO ${reais(total + change)}`,
          `TROCO ${reais(change)}`,
        );
        expect(totalOf(lines)).toBe(total);
      }),
    );
  });
});

function reais(centavos: number): string {
  return (centavos / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
}

describe('a total that was read once', () => {
  const named = (...readings: string[]) => [
    ['1 UN X 89,90 89,90'],
    ['1 UN X 199,00 199,00'],
    readings.map((sum) => `TOTAL R$ ${sum}`),
  ];

  it('is proven by the items’ sum', () => {
    expect(totalOf([...named('288,90', '268,90'), ['DINHEIRO 268,90', 'DINHEIRO 268,96']])).toBe(
      28_890,
    );
  });

  it.each([
    ['a payment, read alike twice, is less', [['DINHEIRO 268,90', 'DINHEIRO 268,90']]],
    ['there is a discount', [['DESCONTO 0,80']]],
  ])('is not proven by it where %s', (_name, more) => {
    expect(totalOf([...named('288,90', '268,90'), ...more])).toBeNull();
  });

  it('is not proven by a single item, which may be misread alike', () => {
    const [, item = [], total = []] = named('199,00', '166,00');
    expect(totalOf([item, total])).toBeNull();
  });

  it('is proven by the gross sum where nothing is taken off', () => {
    const lines = [
      ['TOTAL BRUTO DE ITENS 80,80'],
      ['TOTAL R$ 80,80'],
      ['CARTAO 80,60', 'CARTAO 6080'],
    ];
    expect(totalOf(lines)).toBe(8080);
  });
});

it('the total is what most readings say, if the payment is the same and was read alike', () => {
  const readings = ['VALOR TOYAL R$ 19,67', 'VALOR TOTAL R$ 13,67', 'VALOR TOTAL R$ 19,67'];
  expect(totalOf([readings, ['TEF 19,67']])).toBe(1967);
  expect(totalOf([readings, ['TEF 18,67']])).toBeNull();
});

it('the total is complete even if some readings of it, and of its payment, lost the first digit', () => {
  const total = ['TOTAL R$ 117,26', 'TOTAL R$ 117,26', 'TOTAL R$ 17,26'];
  expect(totalOf([total, ['CREDITO 117,26', 'CREDITO 17,26']])).toBe(11_726);
});

it('a payment that was read once does not prove what most readings of the total deny', () => {
  const lines = [
    ['VALOR TOTAL R$ 109,98', 'VALOR TOTAL R$ 109,98', 'VALOR TOTAL R$ 109,38'],
    ['PAGAMENTO 109,38'],
  ];
  expect(totalOf(lines)).toBeNull();
});
