import type { Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes } from '../../rules/parameters.ts';
import type { SignUpValues } from './sign-up-values.ts';

/** The type chosen in the field `type`; until then the first that the campaign takes. */
export function consumerTypeOf(campaign: Campaign, values: SignUpValues): ConsumerType {
  const types = consumerTypes(campaign);
  return types.find((type) => type === values['type']) ?? types[0] ?? 'PERSON';
}
