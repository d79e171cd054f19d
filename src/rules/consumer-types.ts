import { parameterList, type WithParameters } from './parameters.ts';

export type ConsumerType = 'PERSON' | 'CORPORATE';

/** ENT-02: who may register by CONSUMER_REGISTER_TYPES; persons when it says nothing. */
export function consumerTypes(campaign: WithParameters): ConsumerType[] {
  const listed = parameterList(campaign, 'CONSUMER_REGISTER_TYPES');
  const types = (['PERSON', 'CORPORATE'] as const).filter((type) => listed.includes(type));
  return types.length > 0 ? types : ['PERSON'];
}
