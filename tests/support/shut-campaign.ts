import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';

/** A campaign that runs, has sign-up and sign-in switched off, rules of its draw alone, and its winners in a picture. */
export function shutCampaign(): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  const whole = embeddedCampaign({ window: 'live', variant: '19', tenantId: 'embedded', today });
  const { campaign, hotsite } = whole;
  const engines = campaign.engines.map((engine) =>
    engine.type === 'DRAW' ? engine : { ...engine, regulationUrl: null },
  );
  const parameters = campaign.parameters.map((setting) => ({
    ...setting,
    value: pictureOfWinners.get(setting.code) ?? setting.value,
  }));
  return {
    ...whole,
    campaign: { ...campaign, engines, parameters },
    hotsite: {
      ...hotsite,
      login: { ...hotsite.login, enabled: false },
      registration: { ...hotsite.registration, enabled: false },
    },
  };
}

const pictureOfWinners = new Map<string, string>([
  ['WINNER_PAGE_ENABLED', 'true'],
  ['WINNER_PAGE_TYPE', 'IMAGE'],
  ['WINNER_PDF_URL', '/lojas/ganhadores.png'],
]);
