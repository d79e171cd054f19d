import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The columns of all tables, by the scripts that create or add them. */
export function columnNames(): Set<string> {
  const scripts = globSync('src/gateway/db/migrations/*.sql', { cwd: root });
  const text = scripts.map((path) => readFileSync(root + path, 'utf8')).join('\n');
  const namesIn = (pattern: RegExp, script: string) =>
    Array.from(script.matchAll(pattern), ([, name = '']) => name);
  const tables = namesIn(/^create table [^(]+\(\n([\s\S]*?)^\);/gm, text);
  const column = /^ {2}(?!constraint|unique|primary|check|foreign)([a-z]\w*) /gm;
  const created = tables.flatMap((table) => namesIn(column, table));
  return new Set([...created, ...namesIn(/add column (?:if not exists )?(\w+)/g, text)]);
}

interface Source {
  path: string;
  tree: ts.SourceFile;
}

export function sourcesOfGateway(): Source[] {
  return globSync('src/gateway/**/*.ts', { cwd: root }).map((path) =>
    parseSource(path, readFileSync(root + path, 'utf8')),
  );
}

export function parseSource(path: string, code: string): Source {
  return { path, tree: ts.createSourceFile(path, code, ts.ScriptTarget.Latest) };
}

/** Every text, with a `§` for each value that is put in. */
export function textsOf({ tree }: Source): string[] {
  return textsIn(tree);
}

/** The texts of constants and functions that are called `…Sql`, wherever they stand. */
export function piecesOf({ tree }: Source): { name: string; text: string }[] {
  return piecesIn(tree).flatMap(({ name, node }) => textsIn(node).map((text) => ({ name, text })));
}

/** Lists of columns are left out: they stand over one table alone. */
function piecesIn(parent: ts.Node): { name: string; node: ts.Node }[] {
  return childrenOf(parent).flatMap((node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    const name = isNamed && node.name && ts.isIdentifier(node.name) ? node.name.text : '';
    return /(?<!olumns)Sql$/.test(name) ? [{ name, node }] : piecesIn(node);
  });
}

function textsIn(parent: ts.Node): string[] {
  return childrenOf(parent).flatMap((node) => {
    if (ts.isTypeNode(node)) return [];
    // A word that a function is called with is a name, of a table or a part.
    if (ts.isCallExpression(parent) && ts.isStringLiteral(node) && /^\w+$/.test(node.text))
      return [];
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (!ts.isTemplateExpression(node)) return textsIn(node);
    const rest = node.templateSpans.map(({ literal }) => literal.text);
    return [[node.head.text, ...rest].join('§'), ...textsIn(node)];
  });
}

function childrenOf(parent: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  parent.forEachChild((node) => {
    children.push(node);
  });
  return children;
}

/** What a piece of a statement calls only by its column. A whole query is looked through as a text. */
export function unqualifiedInPiece(text: string, columns: ReadonlySet<string>): string[] {
  const tokens = withoutListsOfNames(text.match(token) ?? []);
  if (isQuery.test(tokens[0] ?? '')) return [];
  return tokens.filter(
    (_, at) => isBareColumn(tokens, at, columns) && !isSet(tokens, at) && tokens[at + 1] !== 'time',
  );
}

const token = /"[^"]*"|'(?:[^']|'')*'|\$\w+|::|[a-z_]\w*|\S/gi;

/** What a statement of several tables calls only by its column: a join, or a query within another. */
export function unqualifiedColumns(text: string, columns: ReadonlySet<string>): string[] {
  const tokens = text.replaceAll(/--.*/g, '').match(token) ?? [];
  return partsOf(tokens).flatMap((part) => unqualifiedIn(part, columns));
}

/** A statement, and those in it that see nothing of it: `with name as (…)` and `from (…)`. */
function partsOf(tokens: readonly string[]): string[][] {
  const [main, inner]: [string[], string[][]] = [[], []];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    main.push(word);
    const isPart = /^(?:as|materialized|from|join)$/.test(word) && tokens[at + 1] === '(';
    if (!isPart) continue;
    const end = endOf(tokens, at + 1);
    inner.push(...partsOf(tokens.slice(at + 2, end)));
    if (/^(?:from|join)$/.test(word)) main.push('(', ')');
    at = end;
  }
  return [main, ...inner];
}

function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

const isQuery = /^(?:select|with|insert|update|delete)$/;
const isRead = /^(?:from|join|update|using)$/;
/** `is distinct from`, `for no key update`, `for update`, `do update`. */
const isNoRead = /^(?:distinct from|(?:key|for|do) update)$/;
const isNoColumnAfter = /^(?:\.|as|of|::|into|update|from|join)$/;

function unqualifiedIn(part: readonly string[], columns: ReadonlySet<string>): string[] {
  const sources = part.filter(
    (_, at) => isRead.test(part[at - 1] ?? '') && !isNoRead.test(part.slice(at - 2, at).join(' ')),
  );
  if (!isQuery.test(part[0] ?? '') || new Set(sources).size < 2) return [];
  const tokens = withoutListsOfNames(part);
  // What an insert returns can only be its own.
  const end = part.includes('insert') ? tokens.indexOf('returning') : -1;
  return tokens
    .slice(0, end < 0 ? undefined : end)
    .filter((_, at) => isBareColumn(tokens, at, columns) && !isSet(tokens, at));
}

function isBareColumn(
  tokens: readonly string[],
  at: number,
  columns: ReadonlySet<string>,
): boolean {
  return (
    columns.has(tokens[at] ?? '') &&
    !isNoColumnAfter.test(tokens[at - 1] ?? '') &&
    !/^[.(]$/.test(tokens[at + 1] ?? '')
  );
}

/** Without columns that are written, compared for a conflict or a join, or declared for a function. */
function withoutListsOfNames(tokens: readonly string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const isDeclared = /^(?:into|as)$/.test(tokens[at - 2] ?? '');
    const isList = isDeclared || /^(?:conflict|using)$/.test(tokens[at - 1] ?? '');
    if (tokens[at] === '(' && isList) at = endOf(tokens, at);
    else rest.push(tokens[at] ?? '');
  }
  return rest;
}

/** The left side of `set column = …`. */
function isSet(tokens: readonly string[], at: number): boolean {
  const clause = /^(?:set|from|where|on|and|or|select|when)$/;
  const begun = tokens.slice(0, at).findLast((word) => clause.test(word));
  return tokens[at + 1] === '=' && begun === 'set';
}
