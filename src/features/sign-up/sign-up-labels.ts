import type { Campaign } from '../../contract/campaign.ts';
import { tickableOptIns } from '../../rules/opt-ins.ts';
import { isOn } from '../../rules/parameters.ts';
import { landingFields } from './sign-up-values.ts';

/** What each field of the landing form is called, in its order (LAND-01, LAND-10, LAND-11). */
export function landingLabels(campaign: Campaign): Record<string, string> {
  return {
    name: 'Nome',
    document: 'CPF',
    ...Object.fromEntries(landingFields(campaign).map(({ key, label }) => [key, label])),
    birthDate: 'Data de Nasc.',
    phone: 'Celular',
    email: 'E-mail',
    password: 'Senha',
    ...(isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && addressLabels),
    ...optInLabels(campaign),
  };
}

export const addressLabels = {
  'address.postcode': 'CEP',
  'address.street': 'Rua',
  'address.number': 'Número',
  'address.complement': 'Complemento',
  'address.district': 'Bairro',
  'address.city': 'Cidade',
  'address.state': 'UF',
};

/** By what an opt-in is about: its name is the whole sentence beside the checkbox. */
export function optInLabels(campaign: Campaign): Record<string, string> {
  return Object.fromEntries(
    tickableOptIns(campaign.registerOptins).map(({ code, name, description }) => [
      `optIns.${code}`,
      description || name,
    ]),
  );
}
