import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import { additionalFieldsFor } from '../../rules/additional-fields.ts';
import { tickableOptIns } from '../../rules/opt-ins.ts';
import { isOn } from '../../rules/parameters.ts';

type Labels = Readonly<Record<string, string>>;

export interface FieldGroup {
  group: NonNullable<AdditionalField['group']>;
  fields: AdditionalField[];
}

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

export function landingLabels(campaign: Campaign): Labels {
  return {
    name: 'Nome',
    document: 'CPF',
    ...labelsOf(landingFields(campaign)),
    birthDate: 'Data de Nasc.',
    phone: 'Celular',
    email: 'E-mail',
    password: 'Senha',
    ...addressLabels(campaign),
    ...optInLabels(campaign),
  };
}

export const accessLabels: Labels = { email: 'Email', password: 'Senha' };

/** Of a person, or of a company and its representative, then what the campaign adds. */
export function consumerLabels(campaign: Campaign): Labels {
  const groups = fieldGroups(campaign);
  return {
    type: 'Tipo de cadastro',
    companyDocument: 'CNPJ',
    companyName: 'Razão Social',
    representativeName: 'Nome do representante',
    representativeDocument: 'CPF do representante',
    document: 'CPF',
    name: 'Nome completo',
    phone: 'Celular',
    birthDate: 'Data de nascimento',
    ...labelsOf([...ungroupedFields(campaign), ...groups.flatMap(({ fields }) => fields)]),
  };
}

/** Empty when the campaign asks no address. */
export function addressLabels(campaign: Campaign): Labels {
  if (!isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED')) return {};
  return {
    'address.postcode': 'CEP',
    'address.street': 'Rua',
    'address.number': 'Número',
    'address.complement': 'Complemento',
    'address.district': 'Bairro',
    'address.city': 'Cidade',
    'address.state': 'UF',
  };
}

/** By what an opt-in is about: its name is the whole sentence beside the checkbox. */
export function optInLabels(campaign: Campaign): Labels {
  return Object.fromEntries(
    tickableOptIns(campaign.registerOptins).map(({ code, name, description }) => [
      `optIns.${code}`,
      description || name,
    ]),
  );
}

function labelsOf(fields: readonly { key: string; label: string }[]): Labels {
  return Object.fromEntries(fields.map(({ key, label }) => [key, label]));
}
