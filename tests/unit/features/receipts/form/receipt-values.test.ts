import { describe, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import {
  doubtText,
  keyDoubts,
  officeDoubt,
  possibleNumberCounts,
  purchaseText,
  receiptBody,
  receiptLabels,
  validateReceipt,
} from '../../../../../src/features/receipts/form/receipt-values.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import { newAccessKey } from '../../../../support/receipt-body.ts';

const now = new Date('2025-10-18T12:00:00-03:00');
const snapshot = embeddedCampaign({
  window: 'spec',
  variant: '19',
  tenantId: 'teste',
  today: '2025-10-18',
});
const { campaign } = snapshot;
const { products } = siteProps(snapshot);
const { login, registration, pages } = snapshot.hotsite;
const site = { campaign, hotsite: { login, registration, ...pages } };

const right = {
  identifier: '000123451',
  purchaseDate: '18/10/2025',
  cnpj: '11.222.333/0001-81',
  totalAmount: '25,90',
  accelerator: 'no',
};

const storeType = {
  id: 21,
  target: 'COUPON' as const,
  type: 'SELECT',
  key: 'STORE_TYPE',
  label: 'Tipo de loja',
  order: 2,
  required: true,
  options: ['Mercado', 'Farmácia'],
};

const remark = { ...storeType, id: 22, key: 'REMARK', label: 'Observação', order: 1 };

const askingCampaign = {
  ...campaign,
  additionalFields: [
    ...campaign.additionalFields,
    storeType,
    { ...remark, required: false, options: [] },
  ],
};

const asking = { ...site, campaign: askingCampaign };

function faults(changes: Record<string, string>) {
  return validateReceipt({ ...right, ...changes }, site, now);
}

describe('what is wrong with a receipt', () => {
  it('is nothing when all is right', () => {
    expect(faults({})).toEqual({});
  });

  it('is every missing field at once', () => {
    const required = 'Campo obrigatório';
    expect(validateReceipt({}, site, now)).toEqual({
      identifier: required,
      purchaseDate: required,
      cnpj: required,
      totalAmount: required,
      accelerator: required,
    });
  });

  it.each([
    [{ totalAmount: '9,99' }, { totalAmount: 'Valor mínimo de R$ 10,00' }],
    [{ totalAmount: 'dez' }, { totalAmount: 'Valor inválido' }],
    [{ cnpj: '11.222.333/0001-82' }, { cnpj: 'CNPJ Inválido' }],
    [{ purchaseDate: '31/11/2025' }, { purchaseDate: 'Data inválida' }],
    [
      { purchaseDate: '30/09/2025' },
      { purchaseDate: 'Data não pode ser anterior à data de início da campanha' },
    ],
    [
      { purchaseDate: '19/10/2025' },
      { purchaseDate: 'Data não pode ser posterior à data de hoje' },
    ],
  ])('%o', (changes, expected) => {
    expect(faults(changes)).toEqual(expected);
  });

  it.each([{ totalAmount: '10,00' }, { purchaseDate: '01/10/2025' }, { identifier: '7' }])(
    'passes the limit itself: %o',
    (changes) => {
      expect(faults(changes)).toEqual({});
    },
  );

  it('is no missing answer where the campaign has no accelerator to ask for', () => {
    const plain = { ...site, hotsite: { ...site.hotsite, accelerator: null } };
    const { accelerator: _, ...unanswered } = right;
    expect(validateReceipt(unanswered, plain, now)).toEqual({});
    expect(Object.keys(receiptLabels(plain))).toHaveLength(4);
  });

  it('names the fields that the campaign adds, in their order, and asks the required ones', () => {
    expect(Object.values(receiptLabels(asking)).slice(4)).toEqual([
      'Produto com carvão ativado',
      'Observação',
      'Tipo de loja',
    ]);
    expect(validateReceipt(right, asking, now)).toEqual({ STORE_TYPE: 'Campo obrigatório' });
  });
});

describe('an access key and the fields beside it', () => {
  const identifier = newAccessKey('2025-10-18');

  it('agree', () => {
    expect(keyDoubts({ ...right, identifier })).toEqual({});
    expect(doubtText({ ...right, identifier }, {})).toBeNull();
  });

  it('disagree about month and shop, which is reported', () => {
    const changes = { purchaseDate: '18/11/2025', cnpj: '45.997.418/0001-53' };
    expect(keyDoubts({ ...right, identifier, ...changes })).toEqual({
      purchaseDate: 'Não é o mês que está no Código da Nota. Confira os dois.',
      cnpj: 'Não é o CNPJ que está no Código da Nota. Confira os dois.',
    });
  });

  it('say nothing while they are being typed', () => {
    expect(keyDoubts({ identifier, purchaseDate: '18/1', cnpj: '45' })).toEqual({});
  });

  it.each([
    [{ cnpj: '45.997.418/0001-53' }, {}, 'Confira o CNPJ'],
    [{ purchaseDate: '18/11/2025' }, {}, 'Confira a data da compra'],
    [{}, { totalAmount: '54,91' }, 'Confira o valor total'],
    [{ cnpj: '45.997.418/0001-53' }, { totalAmount: '54,91' }, 'Confira os campos marcados'],
  ])('name what is to be looked at: %o, at the tax office %o', (changes, office, text) => {
    expect(doubtText({ ...right, identifier, ...changes }, office)).toBe(text);
  });
});

describe('what is sent', () => {
  it('is one line without the accelerator, texts without punctuation', () => {
    const grouped = '0001 2345 1';
    expect(receiptBody({ ...right, identifier: grouped }, { campaign, products })).toEqual({
      identifier: '000123451',
      cnpj: '11222333000181',
      purchaseDate: '2025-10-18',
      totalAmount: 25.9,
      products: [{ quantity: 1, unitaryValue: 25.9, campaignProductId: 1 }],
      additionalFields: [],
    });
  });

  it('is two lines with it, which sum to the total', () => {
    const values = { ...right, totalAmount: '10,00', accelerator: 'yes' };
    expect(receiptBody(values, { campaign, products })).toMatchObject({
      totalAmount: 10,
      products: [
        { quantity: 1, unitaryValue: 9.9, campaignProductId: 1 },
        { quantity: 1, unitaryValue: 0.1, campaignProductId: 2 },
      ],
    });
  });

  it('holds no empty answer to an additional field', () => {
    const values = { ...right, STORE_TYPE: 'Mercado', REMARK: '  ' };
    expect(receiptBody(values, { campaign: askingCampaign, products }).additionalFields).toEqual([
      { campaignAdditionalFieldId: 21, value: 'Mercado' },
    ]);
  });

  it('holds the digits alone of a friend’s telephone number', () => {
    const friend = { ...remark, key: 'MGM_PHONE', required: false, options: [] };
    const invitingCampaign = { ...campaign, additionalFields: [friend] };
    const values = { ...right, MGM_PHONE: ' (41) 98765-4321' };
    expect(receiptBody(values, { campaign: invitingCampaign, products }).additionalFields).toEqual([
      { campaignAdditionalFieldId: 22, value: '41987654321' },
    ]);
  });
});

describe('the line that says what a receipt is', () => {
  const shops = { '11222333': 'na Bom Vizinho' };

  it.each([
    [{}, 'R$ 25,90 em 18/10/2025 na Bom Vizinho'],
    [{ cnpj: '11.444.777/0001-61' }, 'R$ 25,90 em 18/10/2025 na loja de CNPJ 11.444.777/0001-61'],
    [{ cnpj: '11.444.777/0001-62' }, 'R$ 25,90 em 18/10/2025'],
    [{ totalAmount: '', purchaseDate: '' }, 'Compra na Bom Vizinho'],
  ])('says what is known of %j', (changes, line) => {
    const text = purchaseText({ ...right, ...changes }, { shops });
    expect(text.replaceAll(/\s/g, ' ')).toBe(line);
  });
});

describe('the lucky numbers that a receipt will bring', () => {
  it.each([
    [{}, [1]],
    [{ accelerator: 'yes' }, [11]],
    [{ accelerator: '' }, [1, 11]],
    [{ totalAmount: '' }, []],
    [{ totalAmount: '9,99' }, []],
    [{ identifier: '1'.repeat(40) }, []],
  ])('are known of %j', (changes, counts) => {
    expect(possibleNumberCounts({ ...right, ...changes }, site)).toEqual(counts);
  });

  it.each([
    ['earlier receipts decide', { cumulative: true }],
    ['not every participant gets them', { excludedConsumerTypes: ['CORPORATE'] }],
  ])('are not promised where %s', (_, change) => {
    const engines = campaign.engines.map((engine) => ({ ...engine, ...change }));
    expect(possibleNumberCounts(right, { ...site, campaign: { ...campaign, engines } })).toEqual(
      [],
    );
  });

  it.each([
    ['not promised while one of the answers brings none', { quantity: 0 }, []],
    ['said once where both answers bring the same', { bonusGeneratorQty: 0 }, [1]],
  ])('are %s', (_, change, counts) => {
    const engines = campaign.engines.map((engine) => ({
      ...engine,
      details: {
        ...engine.details,
        rules: engine.details.rules.map((rule) => ({ ...rule, ...change })),
      },
    }));
    const unanswered = { ...right, accelerator: '' };
    expect(
      possibleNumberCounts(unanswered, { ...site, campaign: { ...campaign, engines } }),
    ).toEqual(counts);
  });

  it('are those of all draws', () => {
    const [draw] = campaign.engines.filter(({ type }) => type === 'DRAW');
    if (!draw) throw new Error('The campaign has a draw');
    const engines = [...campaign.engines, { ...draw, id: 109 }];
    expect(possibleNumberCounts(right, { ...site, campaign: { ...campaign, engines } })).toEqual([
      2,
    ]);
  });
});

describe('what the tax office has registered', () => {
  const office = { totalAmount: '25,90', accelerator: 'yes' };

  it('is shown where the form says something else', () => {
    expect(officeDoubt('totalAmount', { ...right, totalAmount: '259,00' }, office)).toBe(
      'Na Sefaz, esta nota tem 25,90. Confira aqui',
    );
    expect(officeDoubt('accelerator', right, office)).toBe(
      'Na Sefaz, esta nota tem este produto. Confira sua resposta',
    );
  });

  it.each([
    ['agrees', { totalAmount: '25,90' }, office],
    ['is unknown', { totalAmount: '259,00' }, {}],
    ['is not answered yet', { totalAmount: '' }, office],
  ])('is not said where it %s', (_, changes, known) => {
    expect(officeDoubt('totalAmount', { ...right, ...changes }, known)).toBeNull();
  });
});
