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

/** Every text between backticks in the gateway's code, with a `§` for each value that is put in. */
export function textsOfGateway(): { path: string; text: string }[] {
  return globSync('src/gateway/**/*.ts', { cwd: root }).flatMap((path) => {
    const source = readFileSync(root + path, 'utf8');
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
    const found: { path: string; text: string }[] = [];
    const visit = (node: ts.Node) => {
      if (ts.isNoSubstitutionTemplateLiteral(node)) found.push({ path, text: node.text });
      if (ts.isTemplateExpression(node)) {
        const rest = node.templateSpans.map(({ literal }) => literal.text);
        found.push({ path, text: [node.head.text, ...rest].join('§') });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/**
 * What a piece of a statement calls only by its column. Left out: pieces that read a table of their
 * own, which are looked through as texts; lists of columns, which stand over one table alone; and
 * what an update sets.
 */
export function unqualifiedInPiece(text: string, columns: ReadonlySet<string>): string[] {
  const tokens = text.match(token) ?? [];
  if (tokens.some((word) => /^(?:from|into)$/.test(word))) return [];
  return tokens.filter(
    (_, at) => isBareColumn(tokens, at, columns) && !/^(?:time|=)$/.test(tokens[at + 1] ?? ''),
  );
}

/** Constants and functions that are called `…Sql`: the text of each, or what it returns. */
export function piecesOfGateway(): { path: string; name: string; text: string }[] {
  return globSync('src/gateway/**/*.ts', { cwd: root }).flatMap((path) => {
    const source = readFileSync(root + path, 'utf8');
    const pieces = source.matchAll(
      /^(?:export )?(?:const|function) (\w+Sql)\b(?<!olumnsSql)[^`'";]*?(?:=|return)\s*(?:`([^`]*)`|'([^']*)'|"([^"]*)")/gm,
    );
    return Array.from(pieces, ([, name = '', long, short, quoted]) => ({
      path,
      name,
      text: (long ?? short ?? quoted ?? '').replaceAll(/\$\{[^}]*\}/g, '§'),
    }));
  });
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
