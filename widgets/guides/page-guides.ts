import { signUpPage } from '../../src/paths.ts';
import { frameworkGuides, type Guide, type Promotion, type Snippet } from './framework-guides.ts';

/** Plain HTML comes first, then frameworks, then other pages that load the script by its address. */
export function guidesOf(promotion: Promotion): Guide[] {
  return [
    plainHtml(promotion),
    ...frameworkGuides(promotion),
    wordPress(promotion),
    tagManager(promotion),
    policies(promotion),
  ];
}

export const listenerSnippet: Snippet = {
  language: 'js',
  code: `document.addEventListener('promo:success', (event) => {
  console.log(event.target, event.detail.form);
});`,
};

export const themeSnippet: Snippet = {
  language: 'css',
  code: `promo-where-to-buy {
  --promo-ink: #222;
  --promo-surface: #fff;
  --promo-font: Georgia, serif;
}`,
};

/**
 * A `div` that becomes the form, for editors that filter out unknown elements. The link
 * is for people whose browser or page blocks our script.
 */
const formPlace = ({ origin, campaign }: Promotion) =>
  `<div data-promo-widget="sign-up" data-campaign="${campaign}" data-origin="${origin}" data-mode="test">
  <a href="${origin}${signUpPage}">Cadastro no site da promoção</a>
</div>`;

const scriptAddress = ({ origin }: Promotion) => `${origin}/widgets/v1/sign-up.js`;

const scriptTag = (promotion: Promotion) =>
  `<script async src="${scriptAddress(promotion)}"></script>`;

function plainHtml(promotion: Promotion): Guide {
  const { campaign } = promotion;
  return {
    id: 'html',
    title: 'HTML puro',
    steps: [
      {
        text: 'Crie `index.html` numa pasta vazia.',
        snippet: {
          language: 'html',
          file: 'index.html',
          code: `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Minha loja</title>
    ${scriptTag(promotion)}
  </head>
  <body>
    <h1>Minha loja</h1>
    <promo-sign-up campaign="${campaign}" mode="test"></promo-sign-up>
    <script>
      document.addEventListener('promo:done', (event) => {
        console.log('Concluído:', event.detail.form);
      });
    </script>
  </body>
</html>`,
        },
      },
      {
        text: 'Sirva a pasta e abra `http://localhost:8080`, e não o endereço `127.0.0.1` que o comando mostra: é outra origem, que não está na lista. Um arquivo aberto com dois cliques não tem origem, e por isso não mostra o quadro.',
        snippet: { language: 'sh', code: 'npx --yes http-server -p 8080' },
      },
      {
        text: 'Preencha e envie: em modo de teste nada é gravado. Para a página publicada, tire `mode="test"` ou copie o código do widget de “Monte o seu”: ele traz também o quadro, com a altura reservada, para quem chega antes do script.',
      },
    ],
  };
}

function wordPress(promotion: Promotion): Guide {
  const { origin } = promotion;
  return {
    id: 'wordpress',
    title: 'WordPress',
    steps: [
      {
        text: 'Crie `wp-content/mu-plugins/promocao.php` (a pasta pode não existir ainda), com o endereço da sua página em vez de `promocao`: só ela precisa do script. O WordPress o liga sozinho.',
        snippet: {
          language: 'php',
          file: 'wp-content/mu-plugins/promocao.php',
          code: `<?php
add_action('wp_enqueue_scripts', function () {
    if (!is_page('promocao')) return;
    wp_enqueue_script('promo-sign-up', '${scriptAddress(promotion)}', [], null, ['strategy' => 'async']);
});`,
        },
      },
      {
        text: 'Na página, inclua um bloco “HTML personalizado” com isto. Um `div` passa pelo editor também de quem não pode usar outros elementos; o link fica à vista até o formulário chegar, e se o script não puder vir.',
        snippet: {
          language: 'html',
          code: formPlace(promotion),
        },
      },
      {
        text: 'Sem acesso aos arquivos do site, pule o primeiro passo: um administrador põe esta linha no mesmo bloco, abaixo do `div`. O WordPress a tira de quem não pode usar HTML sem filtro: autores e, numa rede de sites, todos menos o superadministrador.',
        snippet: { language: 'html', code: scriptTag(promotion) },
      },
      {
        text: `Se um plugin junta ou copia scripts (cache, otimização), exclua dele o endereço \`${origin}\`.`,
      },
      {
        text: 'Publique e abra a página: o formulário está no lugar do bloco, em modo de teste. Tire `data-mode` para valer.',
      },
    ],
  };
}

function tagManager(promotion: Promotion): Guide {
  return {
    id: 'tag-manager',
    title: 'Google Tag Manager',
    steps: [
      {
        text: 'Na página, ponha um lugar para o formulário. O link fica à vista até ele chegar, e para quem bloqueia o Tag Manager.',
        snippet: {
          language: 'html',
          code: formPlace(promotion),
        },
      },
      {
        text: 'No Tag Manager, crie uma tag “HTML personalizado” com isto, e um acionador “Visualização de página” só da sua página. Numa loja que troca de página sem recarregar, também “Alteração no histórico”.',
        snippet: {
          language: 'html',
          code: scriptTag(promotion),
        },
      },
      {
        text: 'Se você não pode mudar a página, pule o primeiro passo: ponha isto na mesma tag, acima da linha do script, com o seletor do seu lugar em vez de `main`, e use o acionador “DOM pronto” da sua página, e numa loja que troca de página sem recarregar também “Alteração no histórico”.',
        snippet: {
          language: 'html',
          code: `<script>
  (function () {
    var around = document.querySelector('main');
    if (!around || document.querySelector('[data-promo-widget="sign-up"]')) return;
    around.insertAdjacentHTML('beforeend', '${formPlace(promotion).replace(/\n */g, '')}');
  })();
</script>`,
        },
      },
      {
        text: 'Para medir o caminho das pessoas, crie outra tag “HTML personalizado” com isto. Cada evento vira um evento da camada de dados, com a etapa (`promo_step` de `promo_steps`), com o código de um widget que não pôde abrir (`promo_code`) e sem nenhum dado pessoal, e só uma vez: a marca em `html` o garante quando a tag dispara de novo.',
        snippet: {
          language: 'html',
          code: `<script>
  (function () {
    var root = document.documentElement;
    if (root.hasAttribute('data-promo-measured')) return;
    root.setAttribute('data-promo-measured', '');
    window.dataLayer = window.dataLayer || [];
    ['seen', 'started', 'step', 'done', 'failed', 'error'].forEach(function (type) {
      document.addEventListener('promo:' + type, function (event) {
        var detail = event.detail;
        if (type === 'error' && detail.form) return;
        window.dataLayer.push({
          event: 'promo_' + type,
          promo_form: detail.form,
          promo_step: detail.step,
          promo_steps: detail.of,
          promo_code: detail.code
        });
      });
    });
  })();
</script>`,
        },
      },
      {
        text: 'Abra a visualização do Tag Manager: o formulário está no lugar do `div`, em modo de teste. Tire `data-mode` para valer.',
      },
    ],
  };
}

function policies(promotion: Promotion): Guide {
  const { policy, isolation, permissions } = strictPolicy(promotion);
  return {
    id: 'politicas',
    title: 'Políticas estritas',
    steps: [
      {
        text: 'Content Security Policy: o script e o quadro vêm do site da promoção; imagens e chamadas só são precisas com `isolation="page"` e em onde comprar. Nada usa estilos ou scripts em linha, e Trusted Types podem ficar ligados.',
        snippet: { language: 'http', code: policy },
      },
      {
        text: 'Páginas isoladas: o quadro e os scripts podem ser carregados assim, e também com `credentialless`, se a promoção não usa serviços de terceiros.',
        snippet: { language: 'http', code: isolation },
      },
      {
        text: 'Permissions Policy: só `receipts` usa a câmera e o menu de compartilhar do aparelho. Deixe-os para o site da promoção; sem isso as pessoas ainda enviam um arquivo, e compartilham por um link.',
        snippet: { language: 'http', code: permissions },
      },
      {
        text: 'Referrer Policy: com `no-referrer` o quadro não sabe de onde a pessoa vem, e depois do login o site da promoção pergunta se é ela mesma. `strict-origin-when-cross-origin`, o padrão dos navegadores, basta.',
      },
    ],
  };
}

/** What embedders are promised: how versions change, and how long they stay. `v1` follows the campaign. */
export function versionPolicy({
  version,
  isPublished,
}: Pick<Promotion, 'version' | 'isPublished'>): string[] {
  return [
    `As versões são semânticas, como \`${version}\`: o primeiro número muda quando um atributo, evento, método ou tipo deixa de existir ou muda de sentido; o segundo quando chega algo novo; o terceiro numa correção.`,
    '`/widgets/v1/` recebe tudo o que é novo e corrigido da versão 1 sem que você mude nada. O arquivo muda, por isso não use `integrity` com ele. Uma versão 2 terá uma pasta própria, e `v1` continua ao lado dela.',
    ...(isPublished ? [] : [unpublished(version)]),
    'Uma versão publicada nunca muda, e traz em `integrity.json` o hash de cada arquivo. Toda publicação do site traz todas as versões já publicadas, que ficam no ar enquanto o site da promoção existir; nenhuma é retirada antes.',
    'O hash que a sua página traz confere o arquivo que ela nomeia. O que esse arquivo carrega depois, como o formulário com `isolation="page"` ou a busca de lojas, vem da mesma pasta sem hash; o pacote npm o carrega de `v1`.',
    'O que vai deixar de existir é anunciado no `CHANGELOG.md` do pacote e nesta página, e continua funcionando por seis meses ou mais antes da versão em que sai.',
  ];
}

const unpublished = (version: string) =>
  `A versão \`${version}\` ainda não foi publicada: os arquivos de \`/widgets/${version}/\` e o pacote npm podem mudar a cada publicação do site, e por isso ainda não têm hashes. Até lá use \`v1\`.`;

/** Headers of a page that forbids everything the widgets do not need. */
export function strictPolicy({
  origin,
  apiOrigin = '',
  assetsOrigin = '',
}: Pick<Promotion, 'origin' | 'apiOrigin' | 'assetsOrigin'>) {
  const pictures = [origin, assetsOrigin].join(' ').trim();
  const calls = [origin, apiOrigin].join(' ').trim();
  return {
    policy: `Content-Security-Policy: default-src 'none'; script-src ${origin}; frame-src ${origin}; img-src ${pictures} data:; connect-src ${calls}; require-trusted-types-for 'script'`,
    isolation: 'Cross-Origin-Embedder-Policy: require-corp',
    permissions: `Permissions-Policy: camera=("${origin}"), web-share=("${origin}")`,
  };
}
