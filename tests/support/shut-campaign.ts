import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';

/** A campaign that runs, has sign-up and sign-in switched off, and rules of its draw alone. */
export function shutCampaign(): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  const whole = embeddedCampaign({ window: 'live', variant: '19', tenantId: 'embedded', today });
  const { campaign, hotsite } = whole;
  const engines = campaign.engines.map((engine) =>
    engine.type === 'DRAW' ? engine : { ...engine, regulationUrl: null },
  );
  return {
    ...whole,
    campaign: { ...campaign, engines },
    hotsite: {
      ...hotsite,
      login: { ...hotsite.login, enabled: false },
      registration: { ...hotsite.registration, enabled: false },
    },
  };
}
