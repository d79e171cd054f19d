import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import { additionalFieldsFor } from '../../rules/additional-fields.ts';

/** Additional fields that are asked together, in their order. */
export interface FieldGroup {
  group: NonNullable<AdditionalField['group']>;
  fields: AdditionalField[];
}

/** The additional fields that a sign-up asks, in their order. */
export function signUpFields(campaign: Campaign): AdditionalField[] {
  return additionalFieldsFor('REGISTER', campaign.additionalFields).toSorted(
    (one, other) => one.order - other.order,
  );
}

/** The landing form asks the state first, then only what the campaign requires. */
export function landingFields(campaign: Campaign): AdditionalField[] {
  const fields = signUpFields(campaign);
  return [
    ...fields.filter(({ key }) => key === 'ADDRESS_STATE'),
    ...fields.filter(({ key, required }) => key !== 'ADDRESS_STATE' && required),
  ];
}

export function ungroupedFields(campaign: Campaign): AdditionalField[] {
  return signUpFields(campaign).filter(({ group }) => !group);
}

/** The group with the lowest field first. */
export function fieldGroups(campaign: Campaign): FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  for (const field of signUpFields(campaign)) {
    if (!field.group) continue;
    const id = String(field.group.id);
    const known = groups.get(id);
    if (known) known.fields.push(field);
    else groups.set(id, { group: field.group, fields: [field] });
  }
  return [...groups.values()];
}
