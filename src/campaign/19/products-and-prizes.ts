import type { CampaignPrize, Product } from '../../contract/campaign.ts';
import type { CampaignVariant } from './forms.ts';

const placeholders: Product[] = [
  placeholder({ id: 1, name: 'Produtos participantes', bonusGenerator: false }),
  placeholder({ id: 2, name: 'Creme dental Carvão Ativado', bonusGenerator: true }),
];

const shelf: [name: string, image: string, ean: string][] = [
  ['Creme dental Carvão Ativado, 90 g', 'creme-carvao', '7890000190015'],
  ['Creme dental Menta Fresca, 90 g', 'creme-menta', '7890000190022'],
  ['Creme dental Branco Solar, 70 g', 'creme-solar', '7890000190039'],
  ['Creme dental Sensível, 90 g', 'creme-sensivel', '7890000190046'],
  ['Gel dental Infantil Tutti-frutti, 50 g', 'gel-infantil', '7890000190053'],
  ['Kit Família Menta Fresca, 3 unidades de 90 g', 'kit-familia', '7890000190060'],
  ['Kit Viagem, 30 g e escova', 'kit-viagem', '7890000190077'],
  ['Enxaguante Menta Fresca, 250 ml', 'enxaguante-menta', '7890000190084'],
  ['Escova Cerdas Macias, 2 unidades', 'escova-macia', '7890000190091'],
];

/** Shops shorten what they print; brushes, floss and rinses of the same line are no accelerator. */
const acceleratorWords = [
  'DENT BRISAL CARVAO -ESC -FIO -ENXAG -GEL',
  'CREME BRISAL CARVAO -ESC -FIO -ENXAG',
  'CR BRISAL CARVAO -ESC -FIO -ENXAG',
];

/** The first on the shelf is the accelerator: it earns ten numbers more. */
export const products19: Product[] = [
  ...placeholders,
  ...shelf.map(([name, image, ean], index) => ({
    id: 11 + index,
    name,
    ean,
    hotsiteEnabled: true,
    bonusGenerator: index === 0,
    required: false,
    factor: 1,
    images: [`/produtos/${image}.svg`],
    order: index + 1,
    categoryId: 1,
    brandId: 1,
    aliases: [],
    ...(index === 0 && { receiptWords: acceleratorWords }),
  })),
];

function placeholder(product: Pick<Product, 'id' | 'name' | 'bonusGenerator'>): Product {
  return {
    ...product,
    ean: null,
    hotsiteEnabled: false,
    required: false,
    factor: 1,
    images: [],
    order: 0,
    categoryId: null,
    brandId: 1,
    aliases: [],
  };
}

const drawnAndInstant: CampaignPrize[] = [
  {
    id: 901,
    description: '1 ano de mercado grátis',
    quantity: 1,
    unitaryValue: 12_000,
    category: { id: 70, name: 'Sorteio' },
    hotsiteImageUrl: '/premios/mercado.svg',
    mainImageUrl: '/premios/mercado.svg',
  },
  {
    id: 902,
    description: 'Cartão-presente de R$ 100',
    quantity: 500,
    unitaryValue: 100,
    category: { id: 73, name: 'Prêmio na hora' },
    hotsiteImageUrl: '/premios/cartao.svg',
    mainImageUrl: '/premios/cartao.svg',
  },
];

const redeemable: CampaignPrize[] = [
  {
    id: 903,
    description: 'Cesta Sorriso',
    quantity: 8,
    image: 'cesta-sorriso',
    category: { id: 72, name: 'Cestas' },
  },
  {
    id: 904,
    description: 'Cesta Família',
    quantity: 1,
    image: 'cesta-familia',
    category: { id: 72, name: 'Cestas' },
  },
  {
    id: 905,
    description: 'Kit Viagem',
    quantity: 0,
    image: 'kit-viagem',
    category: { id: 71, name: 'Kits' },
  },
  {
    id: 906,
    description: 'Kit Escova',
    quantity: 40,
    image: 'kit-escova',
    category: { id: 71, name: 'Kits' },
  },
].map(({ image, ...prize }) => ({
  ...prize,
  unitaryValue: null,
  hotsiteImageUrl: `/premios/${image}.svg`,
  mainImageUrl: `/premios/${image}.svg`,
}));

export function prizes19(variant: CampaignVariant): CampaignPrize[] {
  return variant === 'all' ? [...drawnAndInstant, ...redeemable] : drawnAndInstant;
}

/** How many of a prize are won at once; only the gateway may know it. */
export const instantPrizes19 = [{ campaignPrizeId: 902, quantity: 500 }];
