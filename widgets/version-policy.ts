/** What embedders are promised: how versions change, and how long they stay. `v1` follows the campaign. */
export function versionPolicy(version: string): string[] {
  return [
    `As versões são semânticas, como \`${version}\`: o primeiro número muda quando um atributo, evento, método ou tipo deixa de existir ou muda de sentido; o segundo quando chega algo novo; o terceiro numa correção.`,
    '`/widgets/v1/` recebe tudo o que é novo e corrigido da versão 1 sem que você mude nada. O arquivo muda, por isso não use `integrity` com ele. Uma versão 2 terá uma pasta própria, e `v1` continua ao lado dela.',
    `\`/widgets/${version}/\` nunca muda depois de publicada: use o hash de \`integrity.json\`. Toda publicação do site traz todas as versões já publicadas, que ficam no ar enquanto o site da promoção existir; nenhuma é retirada antes.`,
    'O que vai deixar de existir é anunciado no `CHANGELOG.md` do pacote e nesta página, e continua funcionando por seis meses ou mais antes da versão em que sai.',
  ];
}
