import type { formWidgets } from '../attributes.ts';
import type { ProblemCode } from '../host/report-problem.ts';

/** What an embedder can do about each problem; the page for embedders shows it under the code. */
export const problemGuide: Readonly<Record<ProblemCode, string>> = {
  ORIGIN_MISSING:
    'Sem o atributo origin vale o endereço do quadro que está dentro do elemento, ou o do próprio script. Os dois faltam quando o script vem por um pacote, como módulo, dentro de um shadow root ou copiado para o seu site. Ponha no elemento origin="https://…", o endereço do site da promoção.',
  ATTRIBUTE_INVALID:
    'Um valor que não serve conta como se não existisse. campaign e height são números maiores que zero, sem px nem %; isolation é frame ou page; mode só pode ser test; origin é um endereço completo, com https://.',
  CAMPAIGN_MISSING:
    'isolation="page" e where-to-buy precisam do atributo campaign. Sem ele o formulário vem num quadro, e as lojas são as da lista que está dentro do elemento.',
  CAMPAIGN_UNKNOWN:
    'Cada site de promoção tem uma campanha, e o número no atributo campaign é de outra. Para que ninguém se inscreva na promoção errada, o lugar do formulário mostra um link para o site. Corrija campaign, ou origin se a página tem widgets de duas promoções.',
  ELEMENT_NOT_FOUND:
    'Cinco segundos depois do script não havia nenhum widget dele na página. O <div data-promo-widget> só é encontrado no documento, nunca dentro de um shadow root: use ali o elemento <promo-…>, que funciona também em shadow roots fechados. Se o script está em todas as páginas do site, deixe-o só nas que têm o widget. Se a sua página só cria o elemento mais tarde, não há nada a fazer.',
  FRAME_NOT_READY:
    'O quadro carregou, mas nenhum formulário respondeu em três segundos, e a pessoa vê um link no lugar dele. Veja se o endereço do site da promoção está certo e no ar, e se a origem da sua página está na lista da promoção; o console só sabe dizer qual das duas se connect-src da sua página deixa perguntar ao site. Numa página com Cross-Origin-Embedder-Policy, o site da promoção precisa estar sem serviços de terceiros.',
  FRAME_BLOCKED:
    'A Content Security Policy da sua página não deixa abrir o quadro. Inclua o endereço do site da promoção em frame-src; as linhas prontas estão ao lado do código de cada widget.',
  ORIGIN_NOT_LISTED:
    'Só as origens da lista da promoção podem mostrar os quadros e enviar os formulários. Peça a quem organiza a promoção que inclua a origem que está na mensagem, e também a de cada página que estiver em volta da sua.',
  PAGE_SANDBOXED:
    'A página está num iframe com sandbox, ou tem a política sandbox, sem allow-same-origin: assim ela não tem origem e não pode estar na lista da promoção. Inclua allow-same-origin, ou abra o formulário por um link. Sem allow-popups e sem allow-top-navigation o formulário é enviado, mas a pessoa não pode seguir para o site da promoção, e lê o endereço dele.',
  PAGE_NOT_POSSIBLE:
    'isolation="page" não é possível quando a promoção usa serviços de terceiros ou tem o cadastro ou o login desligado, dentro de um shadow root ou de um fieldset com disabled, para um segundo formulário igual na mesma página, ou quando a política da sua página não deixa carregar ou enviar o formulário: script-src e connect-src precisam do endereço do site inteiro, não só do arquivo do widget, e connect-src também do da API, se ela tem outro; ou quando a sua página retém os eventos input ou submit. Também não quando a sua página desfaz todos os estilos com !important num @layer, ou troca o que é da própria linguagem, como o Prototype.js faz com as listas. Ele vem num quadro, com os mesmos eventos.',
  SHOPS_NOT_FOUND:
    'A lista de lojas não pôde ser lida do site da promoção. Veja connect-src na política da sua página. Sem ela aparece a lista que está dentro do elemento. Se só a busca não funciona, veja script-src: ela vem em outro arquivo da mesma pasta, e um hash não basta.',
  WIDGET_FAILED:
    'Algo na página impediu o widget. O mais comum é um <div data-promo-widget> que já tem um shadow root fechado: use um div vazio ou o elemento.',
};

const signUpInSteps = 'realize-seu-cadastro';

/** Names of forms in the details of events, by the widget that they are in. */
export const formNames = {
  'sign-up': ['cadastro', 'entrar', 'nova-senha'],
  login: ['entrar', signUpInSteps, 'nova-senha'],
  receipts: ['entrar', signUpInSteps, 'nota', 'nova-senha', 'fale-conosco'],
  redeem: ['entrar', signUpInSteps, 'entrega', 'nova-senha'],
  support: ['fale-conosco', 'atendimento', 'resposta'],
} satisfies Record<(typeof formWidgets)[number]['name'], string[]>;

/** Codes of the error event where it names no form. */
export const errorCodes = [
  'ORIGIN_MISSING',
  'CAMPAIGN_UNKNOWN',
  'FRAME_NOT_READY',
  'PAGE_SANDBOXED',
  'SHOPS_NOT_FOUND',
  'WIDGET_FAILED',
] as const satisfies readonly ProblemCode[];
