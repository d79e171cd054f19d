export interface WithParameters {
  readonly parameters: readonly {
    readonly code: string;
    readonly value?: string | null | undefined;
  }[];
}

/** An empty text counts as absent. */
export function parameter(campaign: WithParameters, code: string): string | null {
  return campaign.parameters.find((entry) => entry.code === code)?.value || null;
}

export function isOn(campaign: WithParameters, code: string): boolean {
  return parameter(campaign, code) === 'true';
}

function parameterList(campaign: WithParameters, code: string): string[] {
  return (parameter(campaign, code) ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export type ConsumerType = 'PERSON' | 'CORPORATE';

/** Only persons, if CONSUMER_REGISTER_TYPES is empty. */
export function consumerTypes(campaign: WithParameters): ConsumerType[] {
  const listedTypes = parameterList(campaign, 'CONSUMER_REGISTER_TYPES');
  const types = (['PERSON', 'CORPORATE'] as const).filter((type) => listedTypes.includes(type));
  return types.length > 0 ? types : ['PERSON'];
}

export function botAddress(campaign: WithParameters): string | null {
  const number = isOn(campaign, 'WHATSAPP_BOT_ENABLED')
    ? parameter(campaign, 'WHATSAPP_BOT_PHONE_NUMBER')?.replaceAll(/\D/g, '')
    : null;
  return number ? `https://wa.me/${number}` : null;
}
