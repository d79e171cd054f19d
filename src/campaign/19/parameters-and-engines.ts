import type { Campaign } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import { type Dates, extractionAt } from './calendar.ts';
import { additionalFields19, type CampaignVariant, optIns19 } from './forms.ts';

const draw: Engine = {
  id: 101,
  type: 'DRAW',
  moderationType: 'POS_MODERATION',
  name: 'Sorteio',
  engineId: 1,
  cumulative: false,
  regulationUrl: '/regulamentos/sorteio.pdf',
  details: {
    seriesType: 'RANDOMLY',
    seriesQty: 10,
    numbersPerSeries: 100_000,
    orderNumber: 1,
    rules: [
      {
        inputType: 'MONETARY',
        type: 'PER_ITEM',
        quantity: 1,
        minAmount: 10,
        maxAmount: null,
        bonusGeneratorType: 'ADD',
        bonusGeneratorQty: 10,
      },
    ],
    prizes: [],
    checkoutRules: [],
  },
};

const instantPrize: Engine = {
  id: 102,
  type: 'INSTANT_PRIZE',
  moderationType: 'POS_MODERATION',
  name: 'Prêmio na hora',
  engineId: 2,
  cumulative: false,
  regulationUrl: '/regulamentos/premio-na-hora.pdf',
  details: {
    totalPrizes: 500,
    maxRewardsByConsumer: 1,
    segregateByEstablishment: false,
    generatedInstantPrizes: 500,
    rules: [],
    prizes: [],
    checkoutRules: [],
  },
};

const cashback: Engine = {
  id: 103,
  type: 'CASHBACK',
  moderationType: 'POS_MODERATION',
  name: 'Cashback',
  engineId: 3,
  cumulative: false,
  regulationUrl: null,
  details: {
    transferType: 'INSTANT_PAYMENT',
    percentage: 10,
    maxAmountByConsumer: 50,
    maxCouponsByConsumer: 10,
    totalAmount: 20_000,
    rules: [],
    prizes: [],
    checkoutRules: [],
  },
};

const collectToWin: Engine = {
  id: 104,
  type: 'COLLECT_TO_WIN',
  moderationType: 'POS_MODERATION',
  name: 'Junte e troque',
  engineId: 4,
  cumulative: false,
  regulationUrl: null,
  details: {
    pointsAlias: 'ponto',
    pointsMonetaryFactor: 5,
    rules: [],
    prizes: [
      {
        id: 501,
        campaignPrizeId: 903,
        points: 2,
        description: 'Cesta Sorriso',
        mainImageUrl: '/premios/cesta-sorriso.svg',
      },
      {
        id: 502,
        campaignPrizeId: 904,
        points: 3,
        description: 'Cesta Família',
        mainImageUrl: '/premios/cesta-familia.svg',
      },
      {
        id: 503,
        campaignPrizeId: 905,
        points: 1,
        description: 'Kit Viagem',
        mainImageUrl: '/premios/kit-viagem.svg',
      },
      {
        id: 504,
        campaignPrizeId: 906,
        points: 1,
        description: 'Kit Escova',
        mainImageUrl: '/premios/kit-escova.svg',
      },
    ],
    checkoutRules: [{ type: 'MULTIPLE_ITEMS_PER_CATEGORY', referenceValue: 71, value: 2 }],
  },
};

const parameterValues: Record<CampaignVariant, Record<string, string>> = {
  '19': { CONSUMER_REGISTER_TYPES: 'PERSON' },
  all: {
    CONSUMER_REGISTER_TYPES: 'PERSON,CORPORATE',
    PRODUCT_MIN_QTD_SUM_TOTAL: '1',
    PRODUCT_MAX_QTD_SUM_TOTAL: '50',
    MGM_ENABLED: 'true',
    CONSUMER_ADDRESS_REQUIRED: 'true',
    WHATSAPP_BOT_ENABLED: 'true',
    WHATSAPP_BOT_PHONE_NUMBER: '5541999990000',
    CONSUMER_AFTER_COUPON_REGISTER_LINK: 'https://brisal.example/dicas',
    CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME: 'Dicas para um sorriso saudável',
  },
};

const commonValues: Record<string, string> = {
  OCR_ENABLED: 'true',
  PRIZE_REDEEM_TRANSFER_TYPE: 'DIGITAL_WALLET',
  PRODUCT_MIN_TOTAL_SUM_VALUE: '10.00',
  PRIVACY_POLICY_URL: '/privacidade',
};

const parameterCodes = [
  'CONSUMER_REGISTER_TYPES',
  'OCR_ENABLED',
  'TENANT_ID',
  'GTM_CODE',
  'PRIZE_REDEEM_TRANSFER_TYPE',
  'PRODUCT_MIN_TOTAL_SUM_VALUE',
  'PRODUCT_MIN_QTD_SUM_TOTAL',
  'PRODUCT_MAX_QTD_SUM_TOTAL',
  'MGM_ENABLED',
  'CONSUMER_ADDRESS_REQUIRED',
  'WHATSAPP_BOT_ENABLED',
  'WHATSAPP_BOT_PHONE_NUMBER',
  'PRIVACY_POLICY_URL',
  'MS_CLARITY_ID',
  'CONSUMER_AFTER_COUPON_REGISTER_LINK',
  'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME',
  'WINNER_PAGE_ENABLED',
  'WINNER_PAGE_TYPE',
  'WINNER_PDF_URL',
  'AD_PIXEL_ID',
];

function drawOf(dates: Dates): Engine {
  const declared = {
    extractionAt: extractionAt(dates),
    alternates: 5,
    disqualified: 'NEXT' as const,
  };
  return { ...draw, details: { ...draw.details, ...declared } };
}

export function campaign19(options: {
  variant: CampaignVariant;
  tenantId: string;
  startsAt: string;
  endsAt: string;
}): Campaign {
  const { variant, tenantId, startsAt, endsAt } = options;
  const everything = variant === 'all';
  const values: Record<string, string> = {
    ...commonValues,
    ...parameterValues[variant],
    TENANT_ID: tenantId,
  };
  return {
    id: 19,
    customerId: 7,
    status: 'PUBLISHED',
    name: 'Escovou, Brilhou!',
    description: 'Compre Brisal, envie a nota e concorra.',
    startsAt,
    endsAt,
    productsQty: 9,
    prizesQty: 501,
    eligibleDocumentsQty: null,
    registerOptins: optIns19(variant),
    additionalFields: additionalFields19(variant),
    parameters: parameterCodes.map((code, index) => ({
      id: index + 1,
      visibility: 'PUBLIC',
      code,
      value: values[code] ?? '',
    })),
    engines: everything
      ? [drawOf(options), instantPrize, cashback, collectToWin]
      : [drawOf(options), instantPrize],
  };
}
