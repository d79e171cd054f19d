/** Which engines and settings the embedded campaign runs with (environment variable CAMPAIGN_VARIANT). */
export const CAMPAIGN_VARIANTS = ['19', 'all'] as const;
export type CampaignVariant = (typeof CAMPAIGN_VARIANTS)[number];
