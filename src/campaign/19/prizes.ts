import type { CampaignPrize } from '../../contract/campaign.ts';
import type { CampaignVariant } from './forms.ts';

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
