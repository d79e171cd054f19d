import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../dist/', import.meta.url));
const staticImport = /\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g;
const dynamicImport = /\bimport\(\s*[`"'](\.[^`"']+\.js)[`"']\s*[+)]/g;

/** What has a row of its own, is another form (a dialog), or comes by a setting only. */
const elsewhere = /\/(?:identity|read-receipt|pdf-document|bot-check|track|[\w-]+-dialog)\./;

/** Files of the built site that a page fetches, by when it does. */
export interface PageFiles {
  html: string;
  /** Linked in the head: the first picture waits for them. */
  styles: string[];
  fonts: string[];
  /** Before anyone touches or scrolls the page. */
  scripts: string[];
  /** What its islands bring as they come into view, beyond `scripts`; an island each. */
  inView: string[][];
  /** What its islands bring when the page is touched, and what is asked for on the way to a form's answer, beyond all of those; without identity and readers. */
  onDemand: string[];
}

/** @param page its file in the built site: `faq/index.html` */
export function filesOf(page: string): PageFiles {
  const html = resolve(site, page);
  const text = readFileSync(html, 'utf8');
  const head = text.slice(0, text.indexOf('</head>'));
  const islands = [...text.matchAll(/<astro-island[^>]*>/g)].map(([tag]) => tag);
  const when = (tag: string) => /client="(\w+)"/.exec(tag)?.[1];
  const comingBy = (...ways: string[]) => islands.filter((tag) => ways.includes(when(tag) ?? ''));
  const entriesOf = (tag: string) => addresses(tag, /(?:component|renderer)-url="([^"]+)"/g);
  const scripts = withImports([
    ...addresses(text, /<script[^>]+src="([^"]+)"/g),
    ...comingBy('load', 'idle').flatMap(entriesOf),
  ]);
  const touched = withImports(comingBy('touch').flatMap(entriesOf)).filter(
    (file) => !scripts.includes(file),
  );
  const inView = comingBy('visible').map((tag) =>
    withImports(entriesOf(tag)).filter((file) => !scripts.includes(file)),
  );
  return {
    html,
    styles: addresses(head, /<link[^>]+href="([^"]+\.css)"/g),
    fonts: addresses(head, /<link[^>]+href="([^"]+\.woff2)"/g),
    scripts,
    inView,
    onDemand: [
      ...touched,
      ...askedForLater([...new Set([...scripts, ...inView.flat(), ...touched])]),
    ],
  };
}

/** Files that a form asks for once it is used, each with what it imports, beyond those given. */
export function askedForLater(there: readonly string[]): string[] {
  const known = new Set(there);
  for (const file of known) {
    const wanted = importsOf(file, dynamicImport).filter((path) => !elsewhere.test(path));
    for (const each of withImports(wanted)) known.add(each);
  }
  return [...known].filter((file) => !there.includes(file));
}

/** Files with everything that they import at once, each once. */
export function withImports(files: readonly string[]): string[] {
  const known = new Set(files);
  for (const file of known) for (const each of importsOf(file, staticImport)) known.add(each);
  return [...known];
}

function importsOf(file: string, pattern: RegExp): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(pattern)].flatMap(([, path]) =>
    path ? resolve(dirname(file), path) : [],
  );
}

/** Files of the site that a text names. */
function addresses(text: string, pattern: RegExp): string[] {
  const named = [...text.matchAll(pattern)].flatMap(([, address]) => address ?? []);
  return [...new Set(named)].map((address) => resolve(site, `.${address}`));
}
