import type { AdditionalField, OptIn } from '../../contract/campaign.ts';
import type { Hotsite } from '../../contract/hotsite.ts';
import type { Poll } from '../../contract/polls.ts';
import { type IncidentSubject, otherSubject } from '../../contract/support.ts';

/** `all` also states a consent, asks every additional field and has polls, points and cashback. */
export const campaignVariants = ['19', 'all'] as const;
export type CampaignVariant = (typeof campaignVariants)[number];

export function optIns19(variant: CampaignVariant): OptIn[] {
  return variant === 'all' ? [...optIns, stated] : optIns;
}

export function additionalFields19(variant: CampaignVariant): AdditionalField[] {
  return variant === 'all' ? [state, ...furtherFields] : [state];
}

export const incidentSubjects19: IncidentSubject[] = [
  { id: 1, description: 'Cadastro' },
  { id: 2, description: 'Envio da nota' },
  { id: 3, description: 'Números da sorte' },
  { id: 4, description: 'Prêmios' },
  otherSubject,
];

const optIns: OptIn[] = [
  {
    id: 1,
    code: 'BRAND',
    name: 'Quero receber novidades e ofertas da Brisal.',
    description: 'Novidades da Brisal',
    required: false,
    displayOrder: 1,
  },
  {
    id: 2,
    code: 'PRIVACY',
    name: 'Li e aceito o regulamento e a política de privacidade.',
    description: 'Regulamento e privacidade',
    required: true,
    displayOrder: 0,
  },
];

const stated: OptIn = {
  id: 3,
  code: 'CONTACT',
  name: 'Ao se cadastrar, você concorda em receber mensagens sobre a sua participação.',
  description: null,
  required: false,
  displayOrder: -1,
};

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

export const accelerator19: Hotsite['pages']['accelerator'] = {
  question: 'Sua compra inclui o produto com carvão ativado?',
  label: 'Produto com carvão ativado',
  extras: 'Extras do carvão ativado',
};

export const polls19: Poll[] = [
  {
    id: 31,
    title: 'Conte um pouco sobre você',
    moment: 'AFTER_CONSUMER_REGISTER',
    items: [
      {
        id: 311,
        question: 'Como você conheceu a promoção?',
        order: 1,
        type: 'SINGLE_CHOICE',
        options: ['No mercado', 'Na internet', 'Por um amigo'].map((value, id) => ({ id, value })),
      },
      { id: 312, question: 'Você já usava Brisal?', order: 2, type: 'YES_NO', options: [] },
    ],
  },
  {
    id: 32,
    title: 'O que achou da promoção?',
    moment: 'AFTER_COUPON_REGISTER',
    items: [
      {
        id: 321,
        question: 'De 1 (ruim) a 10 (ótimo), como foi enviar a nota?',
        order: 1,
        type: 'SCORE',
        options: [],
      },
      { id: 322, question: 'Você indicaria a promoção?', order: 2, type: 'YES_NO', options: [] },
    ],
  },
];
