import { readFileSync } from 'node:fs';
import { compileScript, parse } from '@vue/compiler-sfc';
import { load } from 'cheerio';
import { compile } from 'svelte/compiler';
import { expect, test } from 'vitest';
import {
  elementOf,
  type SnippetChoices,
  snippetOf,
  toHtml,
} from '../../../src/features/embedding/snippet.ts';
import {
  newPasswordFormConfig,
  resetFormConfig,
} from '../../../src/features/password/password.store.ts';
import { signInFormConfig } from '../../../src/features/sign-in/sign-in.store.ts';
import { allWidgets, framingOf, receiptsForm, settingTexts } from '../../../widgets/attributes.ts';
import { version } from '../../../widgets/build/versions.ts';
import {
  guidesOf,
  listenerSnippet,
  strictPolicy,
  themeSnippet,
  versionPolicy,
} from '../../../widgets/guides/page-guides.ts';
import { frameRights } from '../../../widgets/host/frame-element.ts';
import { formNames } from '../../../widgets/problems/remedies.ts';
import { complaints } from './installed-package.ts';

const origin = 'https://promocao.example';
const promotion = { origin, campaign: '19', version, isPublished: true };
const guides = guidesOf(promotion);
const snippets = guides.flatMap(({ id, steps }) =>
  steps.flatMap(({ snippet }) => (snippet ? [{ id, ...snippet }] : [])),
);
const written = (...languages: string[]) =>
  snippets.filter(({ language }) => languages.includes(language));

/** Errors of HTML's own parser, which a browser would pass over. */
function errorsOf(html: string, isFragment = true): string[] {
  const errors: string[] = [];
  load(html, { onParseError: ({ code }) => void errors.push(code) }, !isFragment);
  return errors;
}

/** What a widget's element in a snippet sets; names of data attributes as those of the element. */
function attributesOf(html: string): { widget: string; names: string[] }[] {
  const $ = load(html);
  return $('[data-promo-widget], promo-sign-up')
    .toArray()
    .map(({ name, attribs }) => ({
      widget: attribs['data-promo-widget'] ?? name.replace('promo-', ''),
      names: Object.keys(attribs)
        .filter((each) => !/^(?:data-promo-widget|@promo:|\{\.\.\.)/.test(each))
        .map((each) => each.replace('data-', '')),
    }));
}

const scriptIn = (code: string) => /<script[^>]*>\n([\s\S]*?)<\/script>/.exec(code)?.[1] ?? '';
const markupOf = (code: string) => code.replace(/<script[^>]*lang="ts"[\s\S]*?<\/script>/, '');

test('the guides cover a plain page, a framework, a CMS and a strict policy', () => {
  expect(guides.map(({ id }) => id)).toEqual([
    'html',
    'react',
    'next',
    'vue',
    'svelte',
    'wordpress',
    'tag-manager',
    'politicas',
  ]);
  for (const { steps } of guides) expect(steps.some(({ snippet }) => snippet)).toBe(true);
});

test('the code of each guide compiles beside the package, with the strictest settings', async () => {
  const files = written('ts', 'tsx', 'vue', 'svelte').map(({ id, language, file = '', code }) => {
    const isPlain = /^tsx?$/.test(language);
    return [`${id}/${file}${isPlain ? '' : '.ts'}`, isPlain ? code : scriptIn(code)] as const;
  });
  expect(files.map(([name]) => name)).toEqual([
    'react/src/App.tsx',
    'next/app/page.tsx',
    'vue/vite.config.ts',
    'vue/src/App.vue.ts',
    'svelte/src/routes/+page.svelte.ts',
  ]);
  const scripts = written('html').map(({ code }) => scriptIn(code));
  const own = scripts.filter(Boolean);
  expect(own).toHaveLength(3);
  // The compiler does not know an event whose name is put together.
  const anyEvent =
    '/** @type {(type: string, listen: (event: CustomEvent) => void) => void} */ (document.addEventListener)';
  const [plain = '', place = '', pushed = ''] = own;
  const said = await complaints({
    ...Object.fromEntries(files),
    'page.js': [listenerSnippet.code, plain, place].join('\n'),
    'tag-manager.js': pushed.replace('document.addEventListener', anyEvent),
  });
  expect(said).toBe('');
});

/** The answer of the configuration that the guide gives Vue. */
function isElementInVue(tag: string): boolean {
  const [config] = written('ts').filter(({ id }) => id === 'vue');
  const [, rule = 'null'] = /isCustomElement: (.*?) }/.exec(config?.code ?? '') ?? [];
  return new Function('tag', `return (${rule})(tag)`)(tag);
}

test("Vue's compiler takes the elements of its guide as elements, and their events as listeners", () => {
  for (const { code, file = '' } of written('vue')) {
    const { descriptor, errors } = parse(code, {
      filename: file,
      templateParseOptions: { isCustomElement: isElementInVue },
    });
    expect(errors).toEqual([]);
    const { content } = compileScript(descriptor, { id: file, inlineTemplate: true });
    expect(content).toContain('_createElementVNode("promo-sign-up", {');
    expect(content).toContain('"onPromo:done": thank');
    expect(content).not.toContain('resolveComponent');
  }
});

test.each(['client', 'server'] as const)(
  "Svelte's compiler has nothing to say of its guide, for the %s",
  (generate) => {
    for (const { code, file = '' } of written('svelte')) {
      const { js, warnings } = compile(code, { filename: file, generate });
      expect(warnings).toEqual([]);
      expect(js.code).toMatch(/promo-sign-up.*campaign: '19'.*\.\.\.listeners/s);
    }
  },
);

test.each(written('html', 'vue', 'svelte'))('$id: $language parses', ({ language, code }) => {
  const markup = language === 'html' ? code : markupOf(code);
  expect(errorsOf(markup, !code.startsWith('<!doctype'))).toEqual([]);
  for (const { widget, names } of attributesOf(markup)) {
    const known = allWidgets.find(({ name }) => name === widget)?.attributes ?? {};
    expect([...Object.keys(known), ...Object.keys(settingTexts)]).toEqual(
      expect.arrayContaining(names),
    );
  }
});

test('commands and addresses are those of what a build publishes', () => {
  const text = snippets.map(({ code }) => code).join('\n');
  const addresses = text.match(/https:\/\/promocao\.example\/[^\s"'<]*/g) ?? [];
  expect([...new Set(addresses)].toSorted()).toEqual([
    `${origin}/cadastro`,
    `${origin}/widgets/${version}/promo-widgets.tar`,
    `${origin}/widgets/v1/sign-up.js`,
  ]);
  // The folder that follows the campaign is that of the version's first number.
  expect(version.split('.')[0]).toBe('1');
});

test('until a version is published, guides and policy say that it may change, and promise nothing of it', () => {
  const texts = (isPublished: boolean) => {
    const release = { ...promotion, isPublished };
    const steps = guidesOf(release).flatMap((guide) => guide.steps);
    return [...steps.map(({ text }) => text), ...versionPolicy(release)].join('\n');
  };
  const warning = `A versão \`${version}\` ainda não foi publicada`;
  expect(texts(true)).not.toContain('ainda não foi publicada');
  // Each guide that installs the package, and the policy.
  expect(texts(false).split(warning)).toHaveLength(6);
});

test('the guide’s permissions are those that the frame of receipts asks for: the camera and the share sheet', () => {
  const { permissions } = strictPolicy({ origin });
  expect(receiptsForm.allow.split('; ')).toEqual(['camera', 'web-share']);
  for (const feature of receiptsForm.allow.split('; ')) {
    expect(permissions).toContain(`${feature}=("${origin}")`);
  }
});

test('the colours that a page may set are those that the shops take over', () => {
  const shops = readFileSync('widgets/where-to-buy/where-to-buy.css', 'utf8');
  const names = themeSnippet.code.match(/--[\w-]+/g) ?? [];
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) expect(shops).toContain(`${name}: initial`);
});

const site = {
  origin,
  campaignId: '19',
  frameRights,
  shops: [{ name: 'Silva & Filhos', url: 'https://loja.example/?a=1&b=2' }],
};
const releases: SnippetChoices['release'][] = [
  { kind: 'current' },
  { kind: 'fixed', version, integrity: { 'login.js': 'sha384-x' } },
];

test.each(allWidgets)('the snippet of $name parses, in every choice', (widget) => {
  const embeddable = { ...widget, attributes: [], ...framingOf(widget) };
  const values = Object.keys(widget.attributes).flatMap((name) => [
    {},
    { [name]: name === 'isolation' ? 'page' : '7"<&' },
  ]);
  for (const mount of ['element', 'data'] as const) {
    for (const release of releases) {
      for (const attributes of values as Record<string, string>[]) {
        const choices = { mount, release, attributes };
        expect.soft(errorsOf(snippetOf(embeddable, site, choices))).toEqual([]);
        const element = toHtml(elementOf(embeddable, site, choices));
        const [name, value] = Object.entries(attributes)[0] ?? [];
        const root = load(element)('[campaign], [data-campaign]');
        if (name) expect.soft(root.attr(name) ?? root.attr(`data-${name}`)).toBe(value);
      }
    }
  }
});

test('the events’ names of forms are those of forms that a widget has', () => {
  const { id: forgotten } = resetFormConfig();
  const { id: atSite } = newPasswordFormConfig('');
  for (const [widget, names] of Object.entries(formNames)) {
    expect(names, 'only the page /senha has it').not.toContain(atSite);
    expect(names.includes(forgotten), widget).toBe(names.includes(signInFormConfig().id));
  }
});
