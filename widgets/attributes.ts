import type { SettingName } from '../src/contract/frame-protocol.ts';
import {
  type AttributeTable,
  commonAttributes,
  formAttributes,
  pageAttributes,
} from './host/attribute-reader.ts';
import {
  loginTitle,
  receiptsTitle,
  redeemTitle,
  shopsTitle,
  signUpTitle,
  supportTitle,
} from './texts.ts';

/*
 * Heights in pixels, used until the frame reports its own. These are the sample campaign's, for
 * versions and the npm package, which know none; `allow` is what a frame may use.
 */

export const signUpForm = {
  name: 'sign-up',
  title: signUpTitle,
  framePath: '/quadro/cadastro/',
  height: 1653,
  attributes: pageAttributes,
} as const;

export const loginForm = {
  name: 'login',
  title: loginTitle,
  framePath: '/quadro/entrar/',
  height: 649,
  attributes: pageAttributes,
} as const;

export const receiptsForm = {
  name: 'receipts',
  title: receiptsTitle,
  framePath: '/quadro/notas/',
  height: 719,
  allow: 'camera; web-share',
  attributes: formAttributes,
} as const;

export const redeemForm = {
  name: 'redeem',
  title: redeemTitle,
  framePath: '/quadro/resgatar/',
  height: 368,
  attributes: formAttributes,
} as const;

const supportAttributes = {
  ...formAttributes,
  token: 'text',
} as const satisfies AttributeTable;

export const supportForm = {
  name: 'support',
  title: supportTitle,
  framePath: '/quadro/atendimento/',
  height: 876,
  attributes: supportAttributes,
} as const;

const shopAttributes = {
  ...commonAttributes,
  heading: 'text',
  partner: 'text',
  'utm-source': 'text',
  'utm-medium': 'text',
  'utm-campaign': 'text',
} as const satisfies AttributeTable;

export const whereToBuy = {
  name: 'where-to-buy',
  title: shopsTitle,
  height: 356,
  attributes: shopAttributes,
} as const;

/** Forms take personal data, so they are framed unless the page chooses otherwise. */
export const formWidgets = [signUpForm, loginForm, receiptsForm, redeemForm, supportForm] as const;

export const allWidgets = [...formWidgets, whereToBuy] as const;
type Widget = (typeof allWidgets)[number];
export type WidgetName = Widget['name'];

/** Heights of the sample's forms in a page's own document; apart from the entries to save bytes. */
export const heightsInPage: Readonly<Record<string, number>> = { 'sign-up': 1305, login: 381 };

export function framingOf(widget: Widget) {
  return {
    framePath: 'framePath' in widget ? widget.framePath : null,
    allow: 'allow' in widget ? widget.allow : null,
    heightInPage: heightsInPage[widget.name] ?? null,
  };
}

type AttributeName = Widget extends infer One
  ? One extends { attributes: infer Table }
    ? keyof Table
    : never
  : never;

export const attributeTexts: Readonly<Record<AttributeName, { label: string; text: string }>> = {
  campaign: { label: 'Campanha', text: 'Número da campanha.' },
  origin: {
    label: 'Site da promoção',
    text: 'Endereço do site da campanha, como https://promocao.exemplo.com.br. Sem ele vale o do quadro que está dentro do elemento ou o do próprio script; quem usa o pacote npm precisa informar.',
  },
  isolation: {
    label: 'Onde fica o formulário',
    text: 'frame: o formulário fica num quadro do site da campanha e a sua página não lê o que é digitado. page: o mesmo formulário é desenhado na sua página.',
  },
  height: {
    label: 'Altura reservada',
    text: 'Altura reservada enquanto o quadro carrega, em pixels; depois ela segue o conteúdo.',
  },
  mode: {
    label: 'Modo',
    text: 'test: modo de teste, em que o formulário mostra respostas de exemplo e não envia nada, e diz isso. Um e-mail que começa com erro@ é recusado. Tire o atributo para valer.',
  },
  token: {
    label: 'Código do atendimento',
    text: 'Código do atendimento, o final do link recebido por e-mail; abre a conversa.',
  },
  heading: { label: 'Título', text: 'Título acima das lojas.' },
  partner: {
    label: 'Parceiro',
    text: 'Nome do parceiro; vai no endereço de cada loja, como partner.',
  },
  'utm-source': {
    label: 'Origem da visita',
    text: 'Origem da visita; vai no endereço de cada loja, como utm_source. Sem ele vale o do endereço da sua página. O que o endereço da loja já diz não muda.',
  },
  'utm-medium': { label: 'Meio da visita', text: 'Meio da visita; como utm-source.' },
  'utm-campaign': { label: 'Campanha da visita', text: 'Campanha da visita; como utm-source.' },
};

/** Attributes of every form that its frame, or the form in the page, checks and applies. */
export const settingTexts: Readonly<Record<SettingName, string>> = {
  partner:
    'Nome do parceiro, como loja-azul, de até 64 letras, números, espaços e . _ ~ + -: quem organiza a promoção vê quantos cadastros e notas vieram dele.',
  'utm-source': 'Origem da visita; sem ele vale o utm_source do endereço da sua página.',
  'utm-medium': 'Meio da visita; sem ele vale o utm_medium do endereço da sua página.',
  'utm-campaign': 'Campanha da visita; sem ele vale o utm_campaign do endereço da sua página.',
  'hidden-fields':
    'Até cinco campos que ninguém vê, como loja=centro-01, mesa=7: vão com o cadastro e com as notas, e quem organiza a promoção conta por eles. Nomes de até 32 letras minúsculas, números, - e _; valores como o de partner. E-mail, CPF e telefone ficam de fora.',
  'prefill-name': 'Nome sugerido; a pessoa o vê e pode trocá-lo, como em todo campo sugerido.',
  'prefill-email': 'E-mail sugerido.',
  'prefill-phone': 'Celular sugerido, com DDD.',
  'prefill-birth-date': 'Data de nascimento sugerida, dd/mm/aaaa ou aaaa-mm-dd.',
  accent: 'Cor dos botões e destaques, como #0a58ca. Uma cor em que não se lê texto não é usada.',
  radius: 'Raio dos cantos em pixels, de 0 a 32.',
  font: 'Até quatro nomes de fontes separados por vírgula, sem aspas. No quadro valem só as instaladas no aparelho.',
  density: 'comfortable ou compact.',
  scheme: 'light, dark ou auto, que segue o aparelho.',
  card: 'none: sem borda, cantos e margens, para um formulário que já está num cartão da sua página.',
};

export function describedAttributes(widget: Widget) {
  return Object.entries(widget.attributes).map(([name, type]) => {
    const texts = Object.entries(attributeTexts).find(([known]) => known === name)?.[1];
    const placeholder = name === 'heading' ? widget.title : '';
    return { name, type, placeholder, ...(texts ?? { label: name, text: '' }) };
  });
}

const offeredSettings = [
  { name: 'partner', type: 'text', label: 'Parceiro' },
  { name: 'accent', type: 'text', label: 'Cor dos botões' },
  { name: 'scheme', type: 'scheme', label: 'Claro ou escuro' },
  { name: 'card', type: 'card', label: 'Cartão' },
] as const;

export function describedSettings(widget: Widget) {
  return offeredSettings
    .filter(() => 'framePath' in widget)
    .map((setting) => ({ ...setting, placeholder: '', text: settingTexts[setting.name] }));
}
