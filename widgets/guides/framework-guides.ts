type Language = 'html' | 'css' | 'js' | 'ts' | 'tsx' | 'vue' | 'svelte' | 'php' | 'sh' | 'http';

/** Code that an embedder copies into a file, a terminal, or a place that the step names. */
export interface Snippet {
  readonly language: Language;
  /** Path in the embedder's own project. */
  readonly file?: string;
  readonly code: string;
}

/** One thing to do; the text has file names and commands in backticks. */
export interface GuideStep {
  readonly text: string;
  readonly snippet?: Snippet;
}

export interface Guide {
  /** Also the fragment of its address on the page for embedders. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly GuideStep[];
}

/** What differs between promotions. */
export interface Promotion {
  /** Origin of the campaign's site, such as `https://promocao.exemplo.com.br`. */
  readonly origin: string;
  readonly apiOrigin?: string;
  readonly assetsOrigin?: string;
  readonly campaign: string;
  /** Version of the installed package of widgets. */
  readonly version: string;
  /** Until then a build of the site may change the version's files. */
  readonly isPublished: boolean;
}

export function guideMarkdown({ title, steps }: Guide, depth: number): string {
  const parts = steps.map(({ text, snippet }, index) => {
    const code = snippet && `\n\n\`\`\`${snippet.language}\n${snippet.code}\n\`\`\``;
    return `${index + 1}. ${text}${code ?? ''}`;
  });
  return `${'#'.repeat(depth)} ${title}\n\n${parts.join('\n\n')}\n`;
}

/** Guides for pages built with a framework, which install the package. */
export function frameworkGuides(promotion: Promotion): Guide[] {
  return [react(promotion), next(promotion), vue(promotion), svelte(promotion)];
}

/** The first step: the commands that create a project, and the one that installs the package. */
function creation({ origin, version, isPublished }: Promotion, commands: string): GuideStep {
  const mayChange = `A versão \`${version}\` ainda não foi publicada, e o pacote pode mudar até lá: se o \`npm ci\` o recusar, rode de novo a última linha.`;
  return {
    text: `Crie o projeto e instale o pacote. Num projeto que já existe basta a última linha. ${isPublished ? '' : mayChange}`.trim(),
    snippet: {
      language: 'sh',
      code: `${commands}
npm install ${origin}/widgets/${version}/promo-widgets.tar`,
    },
  };
}

const viteProject = (template: string) =>
  `npm create --yes vite@latest minha-loja -- --template ${template} --no-interactive
cd minha-loja
npm install`;

function component({ origin, campaign }: Promotion, name: string): string {
  return `import { SignUp } from 'promo-widgets/react';

export default function ${name}() {
  return (
    <main>
      <h1>Minha loja</h1>
      <SignUp
        campaign={${campaign}}
        origin="${origin}"
        mode="test"
        onDone={({ detail }) => console.log('Concluído:', detail.form)}
      />
    </main>
  );
}`;
}

const start = (address: string) =>
  ({
    text: `Inicie o site e abra \`${address}\`: o formulário está na página, em modo de teste. Preencha e envie: nada é gravado. Tire \`mode\` para valer.`,
    snippet: { language: 'sh', code: 'npm run dev' },
  }) as const;

function react(promotion: Promotion): Guide {
  return {
    id: 'react',
    title: 'React',
    steps: [
      creation(promotion, viteProject('react-ts')),
      {
        text: 'Ponha isto em `src/App.tsx`. Cada widget é um componente, cada atributo uma propriedade e cada evento uma função, como `onDone`.',
        snippet: { language: 'tsx', file: 'src/App.tsx', code: component(promotion, 'App') },
      },
      start('http://localhost:5173'),
    ],
  };
}

function next(promotion: Promotion): Guide {
  return {
    id: 'next',
    title: 'Next.js',
    steps: [
      creation(
        promotion,
        `npx --yes create-next-app@latest minha-loja --yes
cd minha-loja`,
      ),
      {
        text: 'Ponha isto em `app/page.tsx`. `use client` só é preciso por causa da função; sem ela o componente serve também numa página do servidor.',
        snippet: {
          language: 'tsx',
          file: 'app/page.tsx',
          code: `'use client';

${component(promotion, 'Page')}`,
        },
      },
      start('http://localhost:3000'),
    ],
  };
}

function vue(promotion: Promotion): Guide {
  const { origin, campaign } = promotion;
  return {
    id: 'vue',
    title: 'Vue',
    steps: [
      creation(promotion, viteProject('vue-ts')),
      {
        text: 'Diga ao Vue, em `vite.config.ts`, que estes elementos não são componentes dele.',
        snippet: {
          language: 'ts',
          file: 'vite.config.ts',
          code: `import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    vue({
      template: {
        compilerOptions: { isCustomElement: (tag) => tag.startsWith('promo-') },
      },
    }),
  ],
});`,
        },
      },
      {
        text: 'Ponha isto em `src/App.vue`. Cada evento chega como `@promo:` e o nome dele.',
        snippet: {
          language: 'vue',
          file: 'src/App.vue',
          code: `<script setup lang="ts">
import 'promo-widgets/sign-up';
import type { WidgetEventMap } from 'promo-widgets/events';

function thank({ detail }: WidgetEventMap['promo:done']) {
  console.log('Concluído:', detail.form);
}
</script>

<template>
  <main>
    <h1>Minha loja</h1>
    <promo-sign-up
      campaign="${campaign}"
      origin="${origin}"
      mode="test"
      @promo:done="thank"
    ></promo-sign-up>
  </main>
</template>`,
        },
      },
      start('http://localhost:5173'),
    ],
  };
}

function svelte(promotion: Promotion): Guide {
  const { origin, campaign } = promotion;
  return {
    id: 'svelte',
    title: 'Svelte',
    steps: [
      creation(
        promotion,
        `npx --yes sv create minha-loja --template minimal --types ts --no-add-ons --install npm
cd minha-loja`,
      ),
      {
        text: 'Ponha isto em `src/routes/+page.svelte`. Cada evento chega como `onpromo:` e o nome dele, numa lista, porque o Svelte avisa de dois-pontos no nome de um atributo.',
        snippet: {
          language: 'svelte',
          file: 'src/routes/+page.svelte',
          code: `<script lang="ts">
  import 'promo-widgets/sign-up';
  import type { WidgetEventMap } from 'promo-widgets/events';

  function thank({ detail }: WidgetEventMap['promo:done']) {
    console.log('Concluído:', detail.form);
  }

  const listeners = { 'onpromo:done': thank };
</script>

<main>
  <h1>Minha loja</h1>
  <promo-sign-up
    campaign="${campaign}"
    origin="${origin}"
    mode="test"
    {...listeners}
  ></promo-sign-up>
</main>`,
        },
      },
      start('http://localhost:5173'),
    ],
  };
}
