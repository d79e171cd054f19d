/** The part of a campaign that holds its settings (specification, section 3, Parameter). */
export interface WithParameters {
  readonly parameters: readonly {
    readonly code: string;
    readonly value?: string | null | undefined;
  }[];
}

/** The value of a campaign parameter; an empty text counts as absent. */
export function parameter(campaign: WithParameters, code: string): string | null {
  return campaign.parameters.find((each) => each.code === code)?.value || null;
}

/** Whether a parameter is switched on: its value is the text `true`. */
export function isOn(campaign: WithParameters, code: string): boolean {
  return parameter(campaign, code) === 'true';
}

/** A parameter that lists values, separated by commas. */
export function parameterList(campaign: WithParameters, code: string): string[] {
  return (parameter(campaign, code) ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export type ConsumerType = 'PERSON' | 'CORPORATE';

/** ENT-02: who may register by CONSUMER_REGISTER_TYPES; persons when it says nothing. */
export function consumerTypes(campaign: WithParameters): ConsumerType[] {
  const listed = parameterList(campaign, 'CONSUMER_REGISTER_TYPES');
  const types = (['PERSON', 'CORPORATE'] as const).filter((type) => listed.includes(type));
  return types.length > 0 ? types : ['PERSON'];
}
