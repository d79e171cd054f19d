import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';

/** A campaign that runs and has sign-up and sign-in switched off. */
export function shutCampaign(): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  const whole = embeddedCampaign({ window: 'live', variant: '19', tenantId: 'embedded', today });
  const { hotsite } = whole;
  return {
    ...whole,
    hotsite: {
      ...hotsite,
      login: { ...hotsite.login, enabled: false },
      registration: { ...hotsite.registration, enabled: false },
    },
  };
}
