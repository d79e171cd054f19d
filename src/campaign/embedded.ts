import { otherSubject } from '../contract/support.ts';
import { type CampaignWindow, windowDates } from './19/calendar.ts';
import { faq19 } from './19/faq.ts';
import { type CampaignVariant, polls19 } from './19/forms.ts';
import { campaign19 } from './19/parameters-and-engines.ts';
import { prizes19 } from './19/prizes.ts';
import { products19 } from './19/products.ts';
import { hotsite19 } from './19/texts-and-colours.ts';
import { type CampaignSnapshot, parseSnapshot } from './snapshot.ts';

export function embeddedCampaign(options: {
  window: CampaignWindow;
  variant: CampaignVariant;
  tenantId: string;
  today: string;
}): CampaignSnapshot {
  const { window, variant, tenantId, today } = options;
  const dates = windowDates(window, today);
  return parseSnapshot(
    {
      campaign: campaign19({ variant, tenantId, ...dates }),
      products: products19,
      prizes: prizes19(variant),
      hotsite: hotsite19(dates),
      faq: faq19,
      polls: variant === 'all' ? polls19 : [],
      incidentSubjects: [
        { id: 1, description: 'Cadastro' },
        { id: 2, description: 'Envio da nota' },
        { id: 3, description: 'Números da sorte' },
        { id: 4, description: 'Prêmios' },
        otherSubject,
      ],
      secrets: { instantPrizes: [{ campaignPrizeId: 902, quantity: 500 }] },
    },
    'the embedded data',
  );
}
