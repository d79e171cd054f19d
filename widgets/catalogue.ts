import {
  type AttributeTable,
  commonAttributes,
  formAttributes,
  pageAttributes,
} from './host/attributes.ts';

/* Heights in pixels hold until the frame reports its own; `allow` is what it may use. */

export const signUpForm = {
  name: 'sign-up',
  title: 'Cadastro',
  framePath: '/quadro/cadastro/',
  height: 1452,
  heightInPage: 1150,
  attributes: pageAttributes,
} as const;

export const loginForm = {
  name: 'login',
  title: 'Entrar',
  framePath: '/quadro/entrar/',
  height: 590,
  heightInPage: 387,
  attributes: pageAttributes,
} as const;

export const receiptsForm = {
  name: 'receipts',
  title: 'Minhas notas',
  framePath: '/quadro/notas/',
  height: 590,
  allow: 'camera',
  attributes: formAttributes,
} as const;

export const redeemForm = {
  name: 'redeem',
  title: 'Resgatar',
  framePath: '/quadro/resgatar/',
  height: 900,
  attributes: formAttributes,
} as const;

const supportAttributes = {
  ...formAttributes,
  token: { type: 'text', default: null },
} as const satisfies AttributeTable;

export const supportForm = {
  name: 'support',
  title: 'Atendimento',
  framePath: '/quadro/atendimento/',
  height: 820,
  attributes: supportAttributes,
} as const;

const shopAttributes = {
  ...commonAttributes,
  heading: { type: 'text', default: 'Onde comprar' },
} as const satisfies AttributeTable;

export const whereToBuy = {
  name: 'where-to-buy',
  title: 'Onde comprar',
  height: 298,
  attributes: shopAttributes,
} as const;

/** They take personal data, so they stand in a frame unless the page chooses otherwise. */
export const formWidgets = [signUpForm, loginForm, receiptsForm, redeemForm, supportForm] as const;

export const catalogue = [...formWidgets, whereToBuy] as const;

export function placeOf(widget: (typeof catalogue)[number]) {
  return {
    framePath: 'framePath' in widget ? widget.framePath : null,
    allow: 'allow' in widget ? widget.allow : null,
    height: widget.height,
    heightInPage: 'heightInPage' in widget ? widget.heightInPage : null,
  };
}

type Described = typeof signUpForm | typeof supportForm | typeof whereToBuy;
type AttributeName = Described extends infer One
  ? One extends { attributes: infer Table }
    ? keyof Table
    : never
  : never;

export const attributeTexts: Readonly<Record<AttributeName, string>> = {
  campaign: 'Número da campanha.',
  origin:
    'Endereço do site da campanha, como https://promocao.exemplo.com.br. Sem ele vale o do quadro que está dentro do elemento ou o do próprio script; quem usa o pacote npm precisa informar.',
  isolation:
    'frame: o formulário fica num quadro do site da campanha e a sua página não lê o que é digitado. page: o mesmo formulário é desenhado na sua página.',
  height: 'Altura reservada enquanto o quadro carrega, em pixels; depois ela segue o conteúdo.',
  token: 'Código do atendimento, o final do link recebido por e-mail; abre a conversa.',
  heading: 'Título acima das lojas.',
};
