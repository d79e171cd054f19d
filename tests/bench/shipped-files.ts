import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { allWidgets, formWidgets } from '../../widgets/attributes.ts';
import { askedForLater, filesOf, type PageFiles, withImports } from './page-weight.ts';

/** Files that travel for one purpose, weighed together. */
export interface Shipped {
  readonly name: string;
  readonly files: readonly string[];
}

/** Pages that are complete without a script, the home page apart. */
const contentPages = ['faq', 'regulamento', 'privacidade', 'em-breve', 'ganhadores'];
const formPages = [
  'entrar',
  'cadastro',
  'nova-nota',
  'minhas-notas',
  'resgatar',
  'perfil',
  'simulador',
];

/** Everything that users of the built site and its widgets download. */
export function shippedFiles(): Shipped[] {
  return [...homePage(), ...pages(), ...widgets(), ...onDemand()];
}

function homePage(): Shipped[] {
  const home = filesOf('index.html');
  const signUp = home.inView.find(([entry]) => entry?.includes('/home-form.island.')) ?? [];
  const news = withImports(globSync('dist/_astro/read-news.*').map((file) => resolve(file)));
  return [
    { name: '/ HTML and CSS', files: [home.html, ...home.styles] },
    { name: '/ JS before interaction', files: home.scripts },
    { name: '/ JS of the news', files: news.filter((file) => !home.scripts.includes(file)) },
    { name: '/ JS of the sign-up form as it comes near', files: signUp },
    { name: '/ JS asked for until it is submitted', files: home.onDemand },
    { name: 'every page: font', files: home.fonts },
  ];
}

function pages(): Shipped[] {
  const frames = globSync('dist/quadro/*/index.html')
    .map((file) => file.split('/').slice(1, -1).join('/'))
    .sort();
  return [
    ...[...contentPages.map((page) => `${page}/index.html`), '404.html'].flatMap(contentPage),
    ...[...formPages, ...frames].flatMap(formPage),
  ];
}

function contentPage(file: string): Shipped[] {
  const page = filesOf(file);
  const path = pathOf(file);
  return [
    { name: `${path} HTML and CSS`, files: [page.html, ...page.styles] },
    { name: `${path} JS files`, files: scriptsInView(page) },
  ];
}

function formPage(folder: string): Shipped[] {
  const file = `${folder}/index.html`;
  const page = filesOf(file);
  const path = pathOf(file);
  return [
    { name: `${path} HTML and CSS`, files: [page.html, ...page.styles] },
    { name: `${path} JS before interaction`, files: page.scripts },
    {
      name: `${path} JS asked for until submitted`,
      files: [...new Set([...page.inView.flat(), ...page.onDemand])],
    },
  ];
}

function scriptsInView({ scripts, inView }: PageFiles): string[] {
  return [...new Set([...scripts, ...inView.flat()])];
}

function pathOf(file: string): string {
  return `/${file.replace(/\/?index\.html$|\.html$/, '')}`;
}

function widgets(): Shipped[] {
  // Absolute, as imports are: a script that is imported back is not counted twice.
  const script = (name: string) => resolve('dist/widgets/v1', `${name}.js`);
  return [
    ...allWidgets.map(({ name }) => ({ name: `widget ${name}`, files: [script(name)] })),
    ...formWidgets
      .filter(({ attributes }) => 'isolation' in attributes)
      .flatMap(({ name }) => {
        const drawn = withImports([script(`${name}-page`)]);
        return [
          { name: `widget ${name} in the page`, files: drawn },
          {
            name: `widget ${name} in the page until it can be sent`,
            files: [...drawn, ...askedForLater(drawn)],
          },
        ];
      }),
  ];
}

/** What a page fetches only when its user does something. */
function onDemand(): Shipped[] {
  const chunk = (...names: string[]) => names.flatMap((name) => globSync(`dist/_astro/${name}.*`));
  const there = new Set(filesOf('nova-nota/index.html').scripts);
  const reader = withImports(chunk('read-receipt')).filter((file) => !there.has(file));
  return [
    { name: 'identity, on submit', files: chunk('identity') },
    {
      name: 'reader of pictures: JS',
      files: [...reader, ...chunk('picture.worker*')],
    },
    { name: 'reader of pictures: WebAssembly', files: chunk('zxing_reader') },
    { name: 'reader of PDF, with pdfjs', files: chunk('read-pdf', 'pdf-document', 'pdf.worker*') },
    { name: 'reader of HEIC', files: chunk('heic.worker*') },
    { name: 'checks in the browser', files: chunk('verification.worker*') },
  ];
}
