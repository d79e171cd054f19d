import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Today's numbers, which only sink: a change that brings one down lowers it here. Only the number of
 * files, and of short ones among them, may rise by what a new capability cannot do without: its
 * module, a migration, a widget's element.
 */
const ceilings = {
  files: 735,
  shortFiles: 21,
  // A function moves to the module where it belongs, not to where there is space.
  linesOfAFile: 350,
  linesOfAStyleSheet: 350,
  linesOfATest: 700,
  classesInTwoStyleSheets: 60,
  classesInFourStyleSheets: 3,
  namesInTwoFiles: 1,
  requirementIds: 0,
  specificationSections: 0,
  privateWords: 0,
  commentPercent: 5.44,
  storesWithoutAnAtom: 0,
  biomeIgnores: 10,
  filesWithStorageKeys: 1,
  filesWithEventNames: 2,
};

/** What a README may name although it is not in the repository: builds, data and examples make it. */
const madeLater = /^(?:dist|\.sites|\.data|node_modules|copias)\b|^v1\//;

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = filesBelow('src', 'widgets')
  .filter((path) => /\.(?:tsx?|mjs|astro|css|sql)$/.test(path))
  .map(readSource);
const tests = filesBelow('tests')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('house-rules.test.ts'))
  .map(readSource);
const scripts = sources.filter(({ path }) => /\.tsx?$/.test(path));

test('the number of files does not grow', () => {
  const advice = 'Put new code into the file that tells the same story, or merge two that do.';
  expect(sources.length, advice).toBeLessThanOrEqual(ceilings.files);
});

test('the number of short TypeScript files does not grow', () => {
  const short = scripts.filter(({ text }) => linesOf(text).length < 25);
  const advice = 'Move a file under 25 lines into the one that uses it.';
  expect(short.length, advice).toBeLessThanOrEqual(ceilings.shortFiles);
});

test('every TypeScript file can be read at once', () => {
  const long = scripts.filter(({ text }) => linesOf(text).length > ceilings.linesOfAFile);
  const advice = `Split what has over ${ceilings.linesOfAFile} lines where its story has two parts.`;
  expect(paths(long), advice).toEqual([]);
});

test('no page, style sheet or statement is too long to be read at once', () => {
  const others = sources.filter(({ path }) => !/\.tsx?$/.test(path));
  const long = others.filter(({ text }) => linesOf(text).length > ceilings.linesOfAStyleSheet);
  const advice = `Split what has over ${ceilings.linesOfAStyleSheet} lines by what it shows.`;
  expect(paths(long), advice).toEqual([]);
});

test('a class is styled in its home', () => {
  const homes = new Map<string, number>();
  for (const { path, text } of sources) {
    for (const name of classesStyled(stylesIn(path, text)))
      homes.set(name, (homes.get(name) ?? 0) + 1);
  }
  const spread = [...homes].toSorted(([, one], [, other]) => other - one);
  const inFour = spread.filter(([, files]) => files >= 4);
  const inTwo = spread.filter(([, files]) => files >= 2);
  const advice = `Write a variant as a modifier in the class's own file, or let its parent set a custom property. Most spread: ${inFour.join(' ')}.`;
  expect(inFour.length, advice).toBeLessThanOrEqual(ceilings.classesInFourStyleSheets);
  expect(inTwo.length, advice).toBeLessThanOrEqual(ceilings.classesInTwoStyleSheets);
});

test('a test of what runs in the browser is named after the file that it tests', () => {
  const room =
    /^tests\/unit\/((?:client|drawings|features|hosts|inline|integrations|layouts|pages|readers|sections|ui)\/.+)\.test\.tsx?$/;
  const withoutRole = (path: string) =>
    path.replace(/\.(?:tsx?|astro|css)$/, '').replace(/\.(?:store|island|script|worker)$/, '');
  const named = new Set(sources.map(({ path }) => withoutRole(path)));
  const strays = paths(tests).filter((path) => {
    const [, name = ''] = room.exec(path) ?? [];
    const isNamed = [name, name.replace(/\.[\w-]+$/, '')].some((source) =>
      named.has(`src/${source}`),
    );
    return name !== '' && !isNamed;
  });
  const advice = 'Name it `<source>.test.ts`, or `<source>.<topic>.test.ts`.';
  expect(strays, advice).toEqual([]);
});

test('no file of tests grows past the longest', () => {
  const lengths = tests.map(({ text }) => linesOf(text).length);
  const advice = 'Split the longest by what its tests are about, and lower the ceiling.';
  expect(Math.max(...lengths), advice).toBeLessThanOrEqual(ceilings.linesOfATest);
});

test('a name is exported by one file', () => {
  const homes = new Map<string, number>();
  const declaration =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  for (const { text } of scripts) {
    const names = new Set(Array.from(text.matchAll(declaration), ([, name = '']) => name));
    // Astro asks for these names in every page that is data.
    for (const name of ['GET', 'getStaticPaths']) names.delete(name);
    for (const name of names) homes.set(name, (homes.get(name) ?? 0) + 1);
  }
  const shared = [...homes].filter(([, files]) => files > 1).map(([name]) => name);
  const advice = `Give the newest of these names one that says more: ${shared.toSorted().join(', ')}.`;
  expect(shared.length, advice).toBeLessThanOrEqual(ceilings.namesInTwoFiles);
});

test('comments name no requirement by its id', () => {
  // Public norms have other forms: RFC 5321, SHA-256, ISO 8601.
  const advice = 'Write the rule itself in the place of an id of a document that is not here.';
  expect(count(/\b[A-Z]{2,7}-\d{2}\b/g), advice).toBeLessThanOrEqual(ceilings.requirementIds);
});

test('comments name no section of a specification', () => {
  const advice = 'Write the rule itself in the place of a section of a document that is not here.';
  const sections = count(/specification, section|\(section \d/g);
  expect(sections, advice).toBeLessThanOrEqual(ceilings.specificationSections);
});

test('texts name who acts', () => {
  const advice = 'Name who acts: the user, the gateway, the browser or the operator.';
  const files = [...sources, ...tests];
  const words =
    count(/\b(?:whoever|nobody|somebody|told)\b/gi, files) +
    count(/\b[Tt]old(?=[A-Z])|(?<=[a-z])Told(?![a-z])/g, files);
  expect(words, advice).toBeLessThanOrEqual(ceilings.privateWords);
});

test('titles of tests begin with their subject', () => {
  const advice = 'A title is read alone in reports: begin it with its subject.';
  const titles = count(
    /^(?:(?:test|it)| *(?:test\.)?describe)(?:\.\w+)*\(\s*['"`](?:is|are|says|stays|it|they|of|that|who|whose|has|as|nor|so|and|shows|keeps|takes|gives|reads|counts|opens|begins) /gm,
    tests,
  );
  // Within a describe a title may leave out the subject that its parent names.
  const nested = count(/^ +(?:test|it)(?:\.\w+)*\(\s*['"`](?:who|whose|as|nor|so|and) /gm, tests);
  expect(titles + nested, advice).toBe(0);
});

test('comments are no larger a share of the lines', () => {
  const lines = sources.flatMap(({ text }) => linesOf(text)).filter((line) => line.trim());
  const comments = lines.filter((line) => /^\s*(?:\/\/|\/\*|\*|-- |<!--|\{\/\*)/.test(line));
  const percent = (100 * comments.length) / lines.length;
  const advice = 'Delete a comment that its name or its code says already.';
  expect(percent, advice).toBeLessThanOrEqual(ceilings.commentPercent);
});

test('a file called a store holds state', () => {
  const stateless = sources.filter(
    ({ path, text }) =>
      path.endsWith('.store.ts') &&
      !/(?<!\.)\b(?:atom|map|computed|resource)(?:<[^(]*)?\(/.test(text),
  );
  const advice = `Drop .store from a name without an atom: ${paths(stateless).join(', ')}.`;
  expect(stateless.length, advice).toBeLessThanOrEqual(ceilings.storesWithoutAnAtom);
});

test('state that other files read is in a store', () => {
  const home = /[.]store[.]ts$|^src\/client\/|\/anonymous-photo[.]tsx$/;
  const elsewhere = scripts.filter(
    ({ path, text }) => /^export const \$/m.test(text) && !home.test(path),
  );
  const advice = 'Move the atom to the store of its subject, where it is looked for.';
  expect(paths(elsewhere), advice).toEqual([]);
});

test('the linter is not overruled more often', () => {
  const advice =
    'Mend what the linter found; what it cannot know deserves a setting in biome.json.';
  expect(count(/biome-ignore/g), advice).toBeLessThanOrEqual(ceilings.biomeIgnores);
});

test('keys of the browser’s storage do not spread', () => {
  const advice = 'Import the key from the file that owns it.';
  // A cascade layer's name looks like a key.
  const files = sources.filter(({ text }) => /(?<!layer: |name === )['"`]promo\.\w/.test(text));
  expect(files.length, advice).toBeLessThanOrEqual(ceilings.filesWithStorageKeys);
});

test('names of events do not spread', () => {
  const advice = 'Call the function of the file that owns the event.';
  // Guides show embedders the names as they write them.
  const own = sources.filter(({ path }) => !path.startsWith('widgets/guides/'));
  const files = own.filter(({ text }) => /['"`]promo:\w/.test(text));
  expect(files.length, advice).toBeLessThanOrEqual(ceilings.filesWithEventNames);
});

test('the modules around the core can be removed', () => {
  // Lists of all modules name them; the core's modules do not.
  const core = /^src\/(?:gateway|features)\/\w[\w-]*\//;
  const around =
    /\/(?:gateway\/(?:transparency|regulator|backup)|features\/(?:transparency|simulator|embedding|frame))\//;
  const leaning = sources
    .filter(({ path }) => core.test(path) && !around.test(path))
    .filter(({ path, text }) =>
      Array.from(text.matchAll(/from '(\.[^']+)'/g), ([, to = '']) => join(dirname(path), to)).some(
        (to) => around.test(to),
      ),
    );
  const advice = 'Move what both need into a module of the core.';
  expect(paths(leaning), advice).toEqual([]);
});

/** How many minutes a sign-up takes is counted at the build; an island would send that to browsers. */
const allowedInPages = ['src/pages/cadastro.astro → src/features/sign-up/long-form.store.ts'];

test('pages keep to the table of imports, which dependency-cruiser does not read in them', async () => {
  const { default: table } = await import(join(root, '.dependency-cruiser.mjs'));
  const rows: { from: { path: string }; to: { path?: string; pathNot?: string } }[] =
    table.forbidden;
  const isForbidden = (from: string, to: string) =>
    rows.some(
      ({ from: { path: ofRow }, to: { path: inside, pathNot: may } }) =>
        inside &&
        may &&
        new RegExp(ofRow).test(from) &&
        new RegExp(inside).test(to) &&
        !new RegExp(may).test(to),
    );
  const breaches = sources
    .filter(({ path }) => path.endsWith('.astro'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(?:from|^import) '(\.[^'?]+)/gm), ([, to = '']) => [
        path,
        join(dirname(path), to),
      ]),
    )
    .filter(([from = '', to = '']) => isForbidden(from, to));
  const advice = 'Import only what the file’s row in `.dependency-cruiser.mjs` lets it import.';
  expect(
    breaches.map((breach) => breach.join(' → ')),
    advice,
  ).toEqual(allowedInPages);
});

/** A file may be named without its folder. */
const fileNames = new Set(filesBelow('src', 'tests', 'widgets').map((path) => basename(path)));

test.each(['.', 'src', 'tests', 'widgets'].flatMap(documentsOf))('%s names what exists', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const named = [...pathsInText(text), ...pathsInTrees(text), ...pathsInFlows(text)];
  const bases = [dirname(path), '.', 'src'];
  const missing = named
    .filter((name) => !madeLater.test(name) && !fileNames.has(name))
    .filter((name) => !bases.some((base) => existsSync(join(root, base, name))));
  expect(missing, 'Mend the path, or the sentence that names it.').toEqual([]);
  const lost = linksIn(text).filter((to) => !existsSync(join(root, dirname(path), to)));
  expect(lost, 'A link leads on from the folder of its document.').toEqual([]);
});

/** In the repository's root, where `node_modules` is too, only those at its top. */
function documentsOf(folder: string): string[] {
  const names = folder === '.' ? readdirSync(root) : filesBelow(folder);
  return names.filter((name) => name.endsWith('.md'));
}

function proseOf(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}

function linksIn(text: string): string[] {
  const links = proseOf(text).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
  return Array.from(links, ([, to = '']) => to);
}

/** Words between backticks that have a folder or an ending. */
function pathsInText(text: string): string[] {
  const prose = proseOf(text);
  const code = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, words = '']) => words.split(' '));
  const isPath = (word: string) =>
    /^(?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.[\]-]+)*\/?$/.test(word) &&
    (/^[^/].*\/[^/]/.test(word) || /\w\.(?:tsx?|mjs|astro|css|sql|md)$/.test(word));
  return code.flat().filter(isPath);
}

/** The lines of a drawn tree of folders: two blanks deeper is one folder further in. */
function pathsInTrees(text: string): string[] {
  const trees = Array.from(text.matchAll(/^```\n(\w+\/\n[\s\S]*?)^```/gm), ([, tree = '']) => tree);
  return trees.flatMap((tree) => {
    const above: string[] = [];
    return linesOf(tree).flatMap((line) => {
      const [, blanks = '', name = ''] = /^( *)([\w.-]+\/?)(?: {2,}|$)/.exec(line) ?? [];
      if (!name || blanks.length > 2) return [];
      above.length = blanks.length / 2;
      above.push(name);
      return [above.join('/')];
    });
  });
}

/** The lines of a drawn flow each begin with a file, named from the root. */
function pathsInFlows(text: string): string[] {
  const drawings = Array.from(text.matchAll(/^```\n([\s\S]*?)^```/gm), ([, lines = '']) => lines);
  return drawings.flatMap((lines) =>
    Array.from(
      lines.matchAll(/^ *((?:src|widgets|public|tests)\/\S+\.\w+)/gm),
      ([, path = '']) => path,
    ),
  );
}

function filesBelow(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  );
}

function readSource(path: string): { path: string; text: string } {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

/** A style sheet, or what a page or a section has between `<style>` and `</style>`. */
function stylesIn(path: string, text: string): string {
  if (path.endsWith('.css')) return text;
  if (!path.endsWith('.astro')) return '';
  return Array.from(text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, style]) => style).join(
    '\n',
  );
}

/** The classes in the selectors of a style sheet. */
function classesStyled(sheet: string): Set<string> {
  const rules = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]+(?=\{)/g);
  const selectors = Array.from(rules, ([text]) => text.trim()).filter((text) => text[0] !== '@');
  return new Set(selectors.flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/gi) ?? []));
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

function count(pattern: RegExp, files = sources): number {
  return files.reduce((sum, { text }) => sum + Array.from(text.matchAll(pattern)).length, 0);
}

function paths(files: readonly { path: string }[]): string[] {
  return files.map(({ path }) => path);
}
