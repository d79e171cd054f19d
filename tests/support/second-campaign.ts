import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import type { DrawRule } from '../../src/rules/rewards/numbers-earned.ts';

const plainRule = ({ inputType, type, quantity, minAmount }: DrawRule): DrawRule => ({
  inputType,
  type,
  quantity,
  minAmount,
});

/**
 * Another brand's campaign: other name, colours, states, texts, products, shops, prizes and dates,
 * a draw alone with fewer series, every tracker, and winners published as a PDF.
 * @param winnersUrl where the winners' PDF is
 */
export function secondCampaign(winnersUrl = ''): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  const first = embeddedCampaign({ window: 'live', variant: '19', tenantId: 'embedded', today });
  const { campaign, hotsite } = first;
  const certificate = {
    engineType: 'DRAW',
    label: 'Sorteio',
    number: 'SPA/MF nº 04.000042/2026',
  };
  const values: Record<string, string> = {
    WINNER_PAGE_ENABLED: 'true',
    WINNER_PAGE_TYPE: 'PDF',
    WINNER_PDF_URL: winnersUrl,
    GTM_CODE: 'GTM-TEST',
    MS_CLARITY_ID: 'clarity-test',
    AD_PIXEL_ID: 'pixel-test',
    // A bot without a number.
    WHATSAPP_BOT_ENABLED: 'true',
  };
  return {
    ...first,
    campaign: {
      ...campaign,
      id: 27,
      name: 'Café da Sorte',
      description: 'Compre Aurora, envie a nota e concorra.',
      startsAt: campaign.startsAt.replace('T00:00:00', 'T08:00:00'),
      productsQty: 2,
      registerOptins: campaign.registerOptins
        .filter(({ code }) => code === 'PRIVACY')
        .map((optIn) => ({ ...optIn, name: 'Li e aceito as regras do Café da Sorte.' })),
      additionalFields: campaign.additionalFields.map((field) => ({
        ...field,
        options: ['SP', 'MG', 'RJ', 'ES'],
      })),
      parameters: campaign.parameters.map((parameter) => ({
        ...parameter,
        value: values[parameter.code] ?? parameter.value,
      })),
      engines: campaign.engines
        .filter(({ type }) => type === 'DRAW')
        .map((engine) => ({
          ...engine,
          regulationUrl: null,
          details: { ...engine.details, seriesQty: 3, rules: engine.details.rules.map(plainRule) },
        })),
    },
    products: first.products
      .filter(({ hotsiteEnabled, order }) => !hotsiteEnabled || order <= 2)
      .map(({ receiptWords: _, ...product }) => ({
        ...product,
        name: `Café Aurora ${product.order}, 500 g`,
        images: product.hotsiteEnabled ? ['/produtos/torrado-tradicional.svg'] : [],
      })),
    prizes: [{ id: 951, description: 'Viagem a Minas', quantity: 1 }],
    secrets: null,
    faq: [{ questionOrder: 1, question: 'Qual café participa?', answer: 'Todo café Aurora.' }],
    hotsite: {
      ...hotsite,
      externalUrl: 'https://cafe.example',
      theme: {
        motif: null,
        palette: {
          ...hotsite.theme.palette,
          primary: '#17345f',
          accent: '#ff8a3c',
          ink: '#0b1526',
        },
      },
      header: { ...hotsite.header, brand: 'Aurora', wordmark: null },
      installPictures: null,
      footer: {
        ...hotsite.footer,
        summary: 'Válida em SP, MG, RJ e ES.',
        certificates: [certificate],
      },
      cookiesPolicy: { rejectEnabled: true, days: 10 },
      pages: {
        ...hotsite.pages,
        closedText: 'A cafeteria fechou.',
        accelerator: null,
        privacy: null,
        regulations: [],
        home: {
          ...hotsite.pages.home,
          eyebrow: 'Promoção Aurora',
          title: [
            { text: 'Café', left: 30, width: 300 },
            { text: 'da Sorte', left: 60, width: 440 },
          ],
          lead: 'Compre **R$ 10** em café e concorra a **uma viagem**.',
          steps: hotsite.pages.home.steps.map((step) => ({ ...step, text: 'É simples assim.' })),
          boost: null,
          prizesTitle: 'O prêmio',
          prizes: [{ campaignPrizeId: 951, kind: 'Sorteio', text: 'Para duas pessoas.' }],
          retailers: hotsite.pages.home.retailers.slice(0, 4).map((retailer) => ({
            ...retailer,
            logo: '/lojas/mercado-ipe.svg',
            url: 'https://mercado.example/busca?q=cafe',
          })),
        },
      },
    },
  };
}
