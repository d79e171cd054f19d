/** Sentences that people read in the place of a form; `title` is what the form is called. */
export const texts = {
  loading: (title: string) => `${title}: carregando…`,
  slow: 'O formulário está demorando. ',
  refused: 'Não foi possível mostrar o formulário aqui. ',
  openInTab: (title: string) => `Abrir ${title} em outra aba`,
  toSite: 'Ir para o site da promoção',
};
