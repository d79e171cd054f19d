/** What people read of widgets outside of the forms themselves; `title` is a form's name. */

export const signUpTitle = 'Cadastro';
export const loginTitle = 'Entrar';
export const receiptsTitle = 'Minhas notas';
export const redeemTitle = 'Resgatar';
export const supportTitle = 'Atendimento';
export const shopsTitle = 'Onde comprar';

export const loadingText = (title: string) => `${title}: carregando…`;
export const slowText = 'O formulário está demorando. ';
export const refusedText = 'Não foi possível mostrar o formulário aqui. ';
export const unsentText = 'Desta página o formulário não pode ser enviado. ';
export const shopsMissingText = 'Não foi possível mostrar as lojas aqui. ';
export const tabText = (title: string) => `Abrir ${title} em outra aba`;
export const siteText = 'Ir para o site da promoção';

export const layerText = 'regras !important num @layer da página apagam as do formulário';
export const submitStoppedText = 'a página retém o evento submit antes do formulário';
export const inputStoppedText = 'a página retém o evento input antes do formulário';
export const callsBlockedText = (origin: string) =>
  `falta ${origin} em connect-src na política da página`;
export const unlistedText = (origin: string) => `a origem ${origin} não está na lista da promoção`;

/** For the page's developer, when the explanation cannot be loaded. */
export const originMissing =
  'falta o atributo origin; veja no site da promoção /widgets#ORIGIN_MISSING';
