import type { signUp } from '../sign-up/config.ts';
import type { support } from '../support/config.ts';
import type { whereToBuy } from '../where-to-buy/config.ts';

type Described = typeof signUp | typeof support | typeof whereToBuy;
type AttributeName = Described extends infer One
  ? One extends { attributes: infer Table }
    ? keyof Table
    : never
  : never;

/** What each attribute is for, as embedders read it. */
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
