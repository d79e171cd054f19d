import type { AdditionalField } from '../../contract/campaign.ts';
import type { CampaignVariant } from '../variant.ts';

const state: AdditionalField = {
  id: 11,
  target: 'REGISTER',
  type: 'SELECT',
  key: 'ADDRESS_STATE',
  label: 'Estado',
  order: 0,
  required: true,
  updatable: false,
  options: ['PR', 'SC', 'RS'],
  group: null,
};

const aboutPerson = {
  id: 61,
  name: 'Sobre você',
  description: 'Responder é opcional e ajuda a Brisal a conhecer quem participa.',
};

const aboutPurchases = {
  id: 62,
  name: 'Suas compras',
  description: 'Responder é opcional e ajuda a levar a promoção a mais lojas.',
};

/** Fields that the variant with everything asks too; none of them must be filled in. */
const furtherFields: AdditionalField[] = [
  {
    id: 12,
    target: 'REGISTER',
    type: 'TEXT',
    key: 'MGM_EMAIL',
    label: 'E-mail de quem indicou você',
    order: 1,
    required: false,
    updatable: false,
    options: [],
    group: null,
  },
  {
    id: 13,
    target: 'REGISTER',
    type: 'SELECT',
    key: 'GENDER',
    label: 'Gênero',
    order: 2,
    required: false,
    updatable: true,
    options: ['Feminino', 'Masculino', 'Outro', 'Prefiro não dizer'],
    group: aboutPerson,
  },
  {
    id: 14,
    target: 'REGISTER',
    type: 'TEXT',
    key: 'SOCIAL_MEDIA_PROFILE',
    label: 'Perfil em rede social',
    order: 3,
    required: false,
    updatable: true,
    options: [],
    group: aboutPerson,
  },
  {
    id: 15,
    target: 'REGISTER',
    type: 'SELECT',
    key: 'STORE_TYPE',
    label: 'Onde você costuma comprar',
    order: 4,
    required: false,
    updatable: true,
    options: ['Supermercado', 'Farmácia', 'Atacado', 'Internet'],
    group: aboutPurchases,
  },
  {
    id: 21,
    target: 'COUPON',
    type: 'SELECT',
    key: 'SALES_CHANNEL',
    label: 'Onde foi a compra',
    order: 0,
    required: false,
    updatable: false,
    options: ['Loja física', 'Loja virtual'],
    group: null,
  },
];

/** What campaign 19 asks beside the fields that every campaign has. */
export function additionalFields19(variant: CampaignVariant): AdditionalField[] {
  return variant === 'all' ? [state, ...furtherFields] : [state];
}
