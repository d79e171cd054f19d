import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemGuide } from '../../widgets/problems/remedies.ts';
import { styledClasses, wholeSheet, writtenClasses } from '../support/written-classes.ts';
import { expect, plainTest as test } from './fixtures.ts';
import { type SiteName, siteDirectory } from './sites.ts';

/** A site's page at an address, as it was built. */
function built(path: string, site: SiteName = 'delivered'): string {
  const file = path === '404' ? '404.html' : `${path}/index.html`;
  return readFileSync(join(siteDirectory(site), file), 'utf8');
}

test('pages without forms name no script file', () => {
  for (const path of ['faq', 'regulamento', 'privacidade', 'em-breve', '404']) {
    expect.soft(built(path), path).not.toMatch(/\.m?js\b|import\(/);
  }
  // Other pages name theirs in the same way.
  expect(built('entrar')).toMatch(/\.m?js\b/);
});

test('every page with a form says without scripts why nothing happens there', () => {
  for (const path of ['cadastro', 'entrar', 'senha', 'nova-nota', 'atendimento', 'simulador']) {
    expect
      .soft(built(path), path)
      .toMatch(
        /<body[^>]*><noscript>.*<h1>Ative o JavaScript.*Esta página precisa de.*<\/noscript>/s,
      );
  }
});

test('the list of receipts asks early for prizes only where the campaign has instant prizes', () => {
  const early = (site: SiteName) => /earlyAnswers.*/.exec(built('minhas-notas', site))?.[0];
  expect(early('delivered')).toMatch(/\/prize\b/);
  expect(early('second')).toMatch(/\/coupon\b/);
  expect(early('second')).not.toMatch(/\/prize\b/);
});

test('scripts of a page use the six connections of HTTP/1.1 at most, and leave one for an early call', () => {
  const scriptsOf = (path: string) => built(path).match(/rel="modulepreload"/g)?.length ?? 0;
  for (const path of ['entrar', 'cadastro', 'nova-nota', 'minhas-notas', 'perfil']) {
    const limit = /earlyAnswers/.test(built(path)) ? 5 : 6;
    expect.soft(scriptsOf(path), path).toBeGreaterThan(0);
    expect.soft(scriptsOf(path), path).toBeLessThanOrEqual(limit);
  }
});

test('no script is a file of its own for nothing', () => {
  const scripts = globSync(join(siteDirectory('delivered'), '_astro/*.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((path) => statSync(path).size < 20)).toEqual([]);
});

test('nothing of a page of islands stands below a style sheet, which waits behind its scripts', () => {
  for (const path of [
    'entrar',
    'cadastro',
    'senha',
    'nova-nota',
    'minhas-notas',
    'perfil',
    'resgatar',
    'meus-resgates',
    'simulador',
    'atendimento',
    'transparencia',
  ]) {
    const page = built(path);
    expect.soft(page, path).toMatch(/<astro-island/);
    const [linked] = /<link[^>]*rel="stylesheet".*/s.exec(page) ?? [''];
    expect.soft(linked.replaceAll(/<link[^>]*>/g, ''), path).toBe('</body></html>');
  }
  // Pages without islands link what shows later: their own bytes are what people wait for.
  expect(built('faq')).toMatch(/<link[^>]*rel="stylesheet"/);
});

test('a page that signs people in fetches no script of receipts', () => {
  expect(built('minhas-notas')).toContain('/_astro/receipts.');
  for (const path of ['entrar', 'cadastro']) {
    expect(built(path), path).toContain('/_astro/client.');
    expect(built(path), path).not.toContain('/_astro/receipts.');
  }
});

test('the header leads to a new receipt from every page, and says so on that page itself', () => {
  const buttons = (path: string) =>
    built(path)
      .match(/<a class="button[^>]*href="\/nova-nota"[^>]*><span class="as-sentence">PARTICIPAR/g)
      ?.map((button) => button.includes('aria-current="page"'));
  expect(buttons('nova-nota'), 'in the header, and in its menu').toEqual([true, true]);
  expect(buttons('minhas-notas')).toEqual([false, false]);
});

test('pages of the winners’ PDF are in view, and load as they come near', () => {
  const page = built('ganhadores', 'second');
  expect(page).not.toContain('<details class="pdf-fold"');
  expect(page).toMatch(/<img src="\/ganhadores\/pagina-1.webp"[^>]*loading="lazy"/);
});

test('winners that stand in a picture alone can be had as text', () => {
  expect(built('ganhadores', 'shut')).toContain(
    'Precisa da lista em texto? <a href="/#fale-conosco">Fale conosco</a>',
  );
  expect(built('ganhadores', 'second')).not.toContain('Precisa da lista em texto?');
});

test('the rules have a toggle for each engine with rules, also for a single one', () => {
  const toggles = (site: SiteName) => {
    const [nav = ''] = /<nav[^>]*"Regulamentos".*?<\/nav>/s.exec(built('regulamento', site)) ?? [];
    return Array.from(nav.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs), ([, name = '']) => name.trim());
  };
  expect(toggles('delivered')).toEqual(['Sorteio', 'Prêmio na hora']);
  expect(toggles('shut')).toEqual(['Sorteio']);
});

test('the privacy policy names the campaign’s data officer, and links to the pages that it names', () => {
  expect(built('privacidade')).toContain(
    'Encarregado pelos dados pessoais: Helena Prado. Para falar com ela, use <a class="whole" href="/#fale-conosco">Fale conosco</a>',
  );
  expect(built('privacidade')).toContain(
    'Em <a class="whole" href="/perfil">Perfil</a> você mesmo corrige',
  );
});

test('answers of the FAQ link to the pages that they name, and name none that the campaign lacks', () => {
  const answers = (site: SiteName) =>
    built('faq', site).match(/<p class="accordion-body".*?<\/p>/gs);
  const links = (site: SiteName) =>
    answers(site)
      ?.join('')
      .match(/<a .*?<\/a>/g);
  expect(links('delivered')).toEqual(
    expect.arrayContaining([
      '<a href="/#produtos-participantes">Produtos participantes</a>',
      '<a class="whole" href="/#onde-comprar">Onde comprar</a>',
      '<a class="whole" href="/minhas-notas">Minhas notas</a>',
      '<a class="whole" href="/transparencia">Transparência</a>',
      '<a class="whole" href="/regulamento">regulamento</a>',
      '<a class="whole" href="/entrar">Entrar</a>',
      '<a href="/privacidade">política de privacidade</a>',
      '<a class="whole" href="/#fale-conosco">Fale conosco</a>',
    ]),
  );
  expect(links('shut')?.join()).not.toContain('>Entrar<');
});

test('a visitor who has an account finds the way in beside the home page’s sign-up, where one may sign in', () => {
  const block = (site: SiteName) =>
    /<section[^>]*id="cadastrar".*?<\/section>/s.exec(built('', site))?.[0];
  expect(block('delivered')).toMatch(/<a[^>]* href="\/entrar">Já tem uma conta\? Entrar/);
  expect(block('shut')).toBeUndefined();
});

test('without scripts the links to the contact form end at a sentence, also where none may sign up', () => {
  for (const site of ['delivered', 'shut'] as const) {
    const home = built('', site);
    expect.soft(home, site).toMatch(/<noscript id="fale-conosco">[^<]*precisam? de JavaScript/);
  }
});

test('pages about one person say so, and their first script sends signed-out visitors home', () => {
  for (const path of ['nova-nota', 'minhas-notas', 'perfil', 'resgatar', 'meus-resgates']) {
    expect.soft(built(path), path).toMatch(/<html[^>]* data-guarded="yes"/);
  }
  expect(built('faq')).not.toContain('data-guarded');
});

test('the redemption pages of a campaign without points lead home', () => {
  const leadsHome = '<meta http-equiv="refresh" content="0;url=/">';
  for (const path of ['resgatar', 'meus-resgates']) {
    expect.soft(built(path), path).toContain(leadsHome);
    expect.soft(built(path, 'everything'), path).not.toContain('http-equiv="refresh"');
  }
});

test('a button on every page but the login page opens the bot in a new tab', () => {
  const button =
    '<a href="https://wa.me/5541999990000" target="_blank" rel="noopener" aria-label="Conversar pelo WhatsApp';
  for (const path of ['', 'faq', '404']) {
    expect.soft(built(path, 'everything'), path).toContain(button);
  }
  expect(built('entrar', 'everything')).not.toContain('Conversar pelo WhatsApp');
});

test('a bot without a number has no button, but its link to create a password', () => {
  expect(built('faq', 'second')).not.toContain('WhatsApp');
  expect(built('entrar', 'second')).toContain(
    '<a href="#crie-sua-senha">Fez seu cadastro pelo WhatsApp? Crie sua senha</a>',
  );
  expect(built('entrar')).not.toContain('Crie sua senha');
});

test('framed pages say what is switched off, instead of showing its form', () => {
  for (const [path, text] of [
    ['cadastro', 'Esta promoção não recebe novos cadastros.'],
    ['entrar', 'No momento não é possível entrar na sua conta por aqui.'],
    ['notas', 'No momento não é possível entrar na sua conta por aqui.'],
  ] as const) {
    const html = built(`quadro/${path}`, 'shut');
    expect.soft(html, path).toContain(text);
    expect.soft(html, path).not.toMatch(/<(?:input|textarea)/);
  }
});

test('the widgets’ page has a paragraph about each problem that the console names', () => {
  const page = built('widgets');
  for (const code of Object.keys(problemGuide)) {
    expect.soft(page, code).toMatch(new RegExp(`<section id="${code}"><h3>${code}</h3><p>[^<\\s]`));
  }
});

const onlySignedIn = '[data-session="out"]:not([data-phase="over"]) .news{display:none}';

test('the home page without sign-up and sign-in says so, and links to neither', () => {
  const home = built('', 'shut');
  expect(home).toContain('Cadastros encerrados.');
  const links = home.match(/<a\b.*?<\/a>/gs) ?? [];
  const names = links.map((link) => link.replaceAll(/<[^>]+>/g, '').trim());
  expect(names).toContain('Fale conosco');
  expect(names.filter((name) => /^(?:ENTRAR|CADASTRE-SE|CADASTRAR)$/i.test(name))).toEqual([]);
  expect(home, 'only people who are signed in are asked for receipts').toContain(onlySignedIn);
  expect(links.find((link) => link.includes('Simulador'))).toMatch(/class="[^"]*\bwhen-in\b/);
  expect(built(''), 'where people can sign up').not.toContain(onlySignedIn);
});

/** Every file with one of these endings, by its path. */
function builtFiles(endings: string): [path: string, text: string][] {
  const folder = siteDirectory('delivered');
  return globSync(`**/*.${endings}`, { cwd: folder }).map((path) => [
    path,
    readFileSync(join(folder, path), 'utf8'),
  ]);
}

/** Classes that pages of some kind need no sheet for. */
const unstyled: readonly [pages: RegExp, names: string, because: string][] = [
  [/./, 'retry', 'it only has a place of its own in a panel'],
  [/./, 'picture-question', 'no dialog asks one below its picture'],
  [/^index/, 'empty-state not-loaded figure-disc', 'no dialog of the home page has such a panel'],
  [/^quadro/, 'tick-list', 'frames hide the advice on photos'],
  [
    /^quadro/,
    'page-panel split-panel split-panel-brief split-panel-intro split-panel-figure split-panel-disc split-panel-lead',
    'in a frame what greets stands above the form, without a panel',
  ],
];

test('every class that the islands of a page may write, there or in their dialogs, has its style sheet there', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const sources = globSync('src/**/*.css', { cwd: root });
  const known = styledClasses(sources.map((path) => readFileSync(root + path, 'utf8')).join('\n'));
  const modules = globSync('src/**/*.island.tsx', { cwd: root });
  const folder = siteDirectory('everything');
  const islands = globSync('**/*.html', { cwd: folder }).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8');
    const named = /component-url="[^"]*(\/[\w-]+\.island)\.[^"]*" component-export="(\w+)"/g;
    return Array.from(html.matchAll(named), ([, file, name = '']) => {
      const path = modules.find((each) => each.endsWith(`${file}.tsx`)) ?? '';
      return { page, html, name, written: writtenClasses(root + path, name) };
    });
  });
  expect(islands.length).toBeGreaterThan(40);
  for (const { page, html, name, written } of islands) {
    const inlined = Array.from(html.matchAll(/<style[^>]*>(.*?)<\/style>/gs), ([, css]) => css);
    const linked = Array.from(html.matchAll(/href="(\/[^"]+\.css)"/g), ([, path = '']) =>
      readFileSync(join(folder, path), 'utf8'),
    );
    const loaded = Array.from(written.sheets, wholeSheet);
    const styled = styledClasses([...inlined, ...linked, ...loaded].join('\n'));
    const excused = unstyled.filter(([pages]) => pages.test(page)).map(([, names]) => names);
    const missing = [...written.classes.keys()].filter(
      (each) =>
        known.has(each) && !styled.has(each) && !excused.join(' ').split(' ').includes(each),
    );
    expect.soft(missing, `${name} in ${page}`).toEqual([]);
  }
});

/** The first rule of a style sheet that stands within another rule. */
function nestedRule(sheet: string): string | undefined {
  const open: string[] = [];
  for (const [, start] of sheet.matchAll(/([^{};]*)\{|\}/g)) {
    if (start === undefined) open.pop();
    else if (open.some((outer) => !outer.startsWith('@'))) return `${open.at(-1)}{${start}`;
    else open.push(start.trim());
  }
  return undefined;
}

test('style sheets hold for the oldest browsers: no rule in a rule, no width compared by a sign', () => {
  const sheets = builtFiles('{css,html}').flatMap(([path, text]) =>
    path.endsWith('.css')
      ? [[path, text] as const]
      : [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(
          ([, sheet = '']) => [path, sheet] as const,
        ),
  );
  expect(sheets.length).toBeGreaterThan(30);
  for (const [path, sheet] of sheets) {
    expect.soft(nestedRule(sheet), path).toBeUndefined();
    // Container queries came with their signs.
    expect.soft(/@media[^{]*[<>][^{]*/.exec(sheet)?.[0], path).toBeUndefined();
  }
});

/** Newer than `oldestBrowsers`; where a script does without, it asks by `?.`. */
const newerCalls = new RegExp(
  [
    '\\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|requestSubmit)\\(',
    '\\b(?:Map|Object)\\.groupBy\\(',
    '\\bPromise\\.(?:withResolvers|try)\\(',
    '\\bAbortSignal\\.(?:timeout|any)\\(',
    '\\bURL\\.(?:canParse|parse)\\(',
    '\\bArray\\.fromAsync\\(',
    '\\bstatic\\{',
  ].join('|'),
);

test('scripts call nothing that the oldest browsers lack', () => {
  // The reader of PDF brings what it needs with it.
  const scripts = builtFiles('{js,html}').filter(([path]) => !/pdf\.worker/.test(path));
  expect(scripts.length).toBeGreaterThan(60);
  for (const [path, script] of scripts) {
    expect.soft(newerCalls.exec(script)?.[0], path).toBeUndefined();
  }
});
