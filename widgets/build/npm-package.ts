import { readFile } from 'node:fs/promises';
import { createTar } from 'nanotar';
import { allWidgets, attributeTexts, settingTexts } from '../attributes.ts';
import { type Guide, guideMarkdown } from '../guides/framework-guides.ts';
import { guidesOf, versionPolicy } from '../guides/page-guides.ts';
import type { AttributeTable } from '../host/attribute-reader.ts';
import type { WidgetEvents } from '../host/define-widget.ts';
import { errorCodes } from '../problems/remedies.ts';
import { compileModules, type Files } from './compile.ts';
import { version } from './versions.ts';

let packageFiles: Promise<Files> | undefined;

/** The package's files by name; it knows no campaign, so it never changes within a version. */
export function npmPackage(): Promise<Files> {
  packageFiles ??= makePackage();
  return packageFiles;
}

async function makePackage(): Promise<Files> {
  const entries = [...allWidgets.map(({ name }) => name), 'react'];
  const manifest = {
    name: 'promo-widgets',
    version,
    description: 'Widgets da promoção como elementos, e componentes React em volta deles',
    type: 'module',
    license: 'SEE LICENSE IN LICENSE',
    // A module defines its element, so none may be left out.
    sideEffects: true,
    exports: {
      ...Object.fromEntries(
        [...entries, 'events'].map((name) => [
          `./${name}`,
          { types: `./${name}.d.ts`, default: `./${name}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  };
  const modules = await compileModules(entries);
  return new Map([
    ...modules,
    // Components need a browser, but pages rendered on a server may contain them.
    ['react.js', `'use client';\n${modules.get('react.js')}`],
    // The module has only types, but importing it must find a file.
    ['events.js', 'export {};\n'],
    ...Object.entries(npmTypes()),
    ['README.md', filledIn(await readText('README.md'))],
    ['CHANGELOG.md', await readText('CHANGELOG.md')],
    ['LICENSE', await readText('LICENSE')],
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
}

/**
 * What npm installs from an address. Not compressed: newer compressors would write other
 * bytes, and lock files pin the package by its hash.
 */
export function packedPackage(files: Files): string {
  const entries = [...files].map(([name, data]) => ({ name: `package/${name}`, data }));
  return new TextDecoder().decode(createTar(entries, { attrs: { mtime: 0, mode: '644' } }));
}

const readText = (name: string) => readFile(new URL(`../npm/${name}`, import.meta.url), 'utf8');

/** A package serves every promotion, so its README names none. */
const anyPromotion = {
  origin: 'https://promocao.example',
  campaign: '19',
  version,
  // What stays is the package that is published.
  isPublished: true,
};

function filledIn(readme: string): string {
  const names = new Intl.ListFormat('pt-BR').format(allWidgets.map(({ name }) => `\`${name}\``));
  const guides = guidesOf(anyPromotion).map((guide: Guide) => guideMarkdown(guide, 3));
  const policy = versionPolicy(anyPromotion).map((sentence) => `- ${sentence}\n`);
  return readme
    .replace('{{widgets}}', names)
    .replace('{{guias}}', guides.join('\n'))
    .replace('{{versões}}', policy.join(''));
}

const types: Readonly<Record<string, string>> = {
  number: 'number | string',
  isolation: "'frame' | 'page'",
  mode: "'test'",
  radius: 'number | string',
  density: "'comfortable' | 'compact'",
  scheme: "'light' | 'dark' | 'auto'",
  card: "'none'",
};

const events = {
  ready: 'Record<string, never>',
  resize: '{ height: number }',
  seen: 'Record<string, never>',
  started: '{ form: string }',
  step: '{ form: string; step: number; of: number }',
  submit: '{ form: string }',
  success: '{ form: string }',
  done: '{ form: string }',
  error: '{ form?: string; code?: WidgetErrorCode }',
  failed: '{ form: string; code?: WidgetErrorCode }',
  handoff: '{ url: string }',
} satisfies Record<keyof WidgetEvents, string>;

function npmTypes(): Record<string, string> {
  return {
    ...Object.fromEntries(allWidgets.map(({ name }) => [`${name}.d.ts`, entryTypes(name)])),
    'events.d.ts': eventTypes(),
    'react.d.ts': reactTypes(),
  };
}

function eventTypes(): string {
  const lines = Object.entries(events).map(
    ([type, detail]) => `  'promo:${type}': CustomEvent<${detail}>;\n`,
  );
  const codes = errorCodes.map((code) => `'${code}'`).join(' | ');
  return `/**
 * Why a widget could not open; the page /widgets has a paragraph on each. FRAME_NOT_READY may be
 * followed by promo:ready, if the frame was only slow.
 */
type WidgetErrorCode = ${codes};

export interface WidgetEventMap {\n${lines.join('')}}

export interface WidgetElement extends HTMLElement {
  /** Empties the form, including its stored draft. */
  reset(): void;
  /** Removes the widget from the page, with the element's own content. */
  destroy(): void;
}

declare global {
  interface HTMLElementEventMap extends WidgetEventMap {}
  interface DocumentEventMap extends WidgetEventMap {}
  interface WindowEventMap extends WidgetEventMap {}
}
`;
}

function entryTypes(name: string): string {
  return `import type { WidgetElement } from './events.js';

declare global {
  interface HTMLElementTagNameMap {
    'promo-${name}': WidgetElement;
  }
}

export {};
`;
}

function reactTypes(): string {
  const listeners = Object.keys(events).map(
    (type) => `  on${capital(type)}?: (event: WidgetEventMap['promo:${type}']) => void;\n`,
  );
  const components = allWidgets.map(({ name, attributes }) => {
    const component = name.split('-').map(capital).join('');
    return `
export interface ${component}Props extends WidgetProps {
${propLines(attributes)}}
export declare const ${component}: ForwardRefExoticComponent<
  ${component}Props & RefAttributes<WidgetElement>
>;
`;
  });
  // As React 19 and later listens to an element of another name.
  const eventLines = Object.keys(events)
    .map((type) => `  'onpromo:${type}'?: (event: WidgetEventMap['promo:${type}']) => void;\n`)
    .join('');
  const elements = allWidgets.map(({ name, attributes }) => {
    return `      'promo-${name}': DetailedHTMLProps<HTMLAttributes<WidgetElement>, WidgetElement> & {
${(propLines(attributes) + eventLines).replaceAll(/^/gm, '      ').trimEnd()}
      };
`;
  });
  return `import type {
  CSSProperties,
  DetailedHTMLProps,
  ForwardRefExoticComponent,
  HTMLAttributes,
  ReactNode,
  RefAttributes,
} from 'react';
import type { WidgetElement, WidgetEventMap } from './events.js';

interface WidgetProps {
  children?: ReactNode;
  id?: string;
  className?: string;
  style?: CSSProperties;
${listeners.join('')}}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.join('')}    }
  }
}
${components.join('')}`;
}

const settingLines = Object.entries(settingTexts)
  .map(([name, text]) => attributeLine(name, text))
  .join('');

function propLines(attributes: AttributeTable): string {
  return attributeLines(attributes) + ('height' in attributes ? settingLines : '');
}

function attributeLines(table: AttributeTable): string {
  const texts = new Map(Object.entries(attributeTexts).map(([name, { text }]) => [name, text]));
  return Object.entries(table)
    .map(([name, type]) => attributeLine(name, texts.get(name) ?? '', type))
    .join('');
}

function attributeLine(name: string, text: string, type = name): string {
  const key = /\W/.test(name) ? `'${name}'` : name;
  return `  /** ${text} */\n  ${key}?: ${types[type] ?? 'string'};\n`;
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;
