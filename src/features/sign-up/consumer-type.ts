import type { Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes } from '../../rules/parameters.ts';
import type { SignUpValues } from './sign-up-values.ts';

/** Who fills in the form, as chosen under `type`; at first whom the campaign names first (CAD-07). */
export function consumerTypeOf(campaign: Campaign, values: SignUpValues): ConsumerType {
  const types = consumerTypes(campaign);
  return types.find((type) => type === values['type']) ?? types[0] ?? 'PERSON';
}
