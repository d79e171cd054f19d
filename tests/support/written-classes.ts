import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What stands in a module's top level under a name, or elsewhere if it is imported. */
type Named = ts.Node | { from: string; name: string };

interface Module {
  named: Map<string, Named>;
  /** What runs as soon as the module is loaded. */
  statements: ts.Node[];
}

export interface Written {
  /** By the class, a module that writes it. */
  classes: Map<string, string>;
  /** Paths of style sheets that scripts load. */
  sheets: Set<string>;
}

/**
 * The classes that a component and all it renders or loads may write, as far as texts in `className`
 * tell. A part that is imported but never named in what is rendered does not count.
 */
export function writtenClasses(path: string, name: string): Written {
  const written: Written = { classes: new Map(), sheets: new Set() };
  const followed = new Set<unknown>();
  const follow = (from: string, wanted: string) => {
    if (from.includes('.css')) return void written.sheets.add(from.replace(/\?.*/, ''));
    const { named, statements } = moduleAt(from);
    const found = wanted === '*' ? [...named.values()] : [named.get(wanted)];
    for (const each of [...statements, ...found]) {
      if (!each || followed.has(each)) continue;
      followed.add(each);
      if ('from' in each) follow(each.from, each.name);
      else visit(each, from);
    }
  };
  const visit = (node: ts.Node, from: string) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIdentifier(node)) follow(from, node.text);
    if (isDynamicImport(node)) follow(resolved(from, textOf(node.arguments[0])), '*');
    for (const each of classesAt(node)) written.classes.set(each, from);
    ts.forEachChild(node, (child) => visit(child, from));
  };
  follow(path, name);
  return written;
}

const modules = new Map<string, Module>();

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  // Packages write no classes of ours.
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const module: Module = { named: new Map(), statements: [] };
  for (const statement of file.statements) addStatement(module, statement, path);
  modules.set(path, module);
  return module;
}

function addStatement(module: Module, statement: ts.Statement, path: string): void {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
    const from = resolved(path, textOf(statement.moduleSpecifier));
    for (const [local, name] of bindingsOf(statement)) module.named.set(local, { from, name });
  } else if (ts.isVariableStatement(statement)) {
    for (const each of statement.declarationList.declarations) {
      module.named.set(each.name.getText(), each);
    }
  } else if ('name' in statement && statement.name) {
    module.named.set((statement.name as ts.Identifier).text, statement);
  } else module.statements.push(statement);
}

/** The names that an import brings or an export passes on: here, and where they come from. */
function bindingsOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): [string, string][] {
  const isImport = ts.isImportDeclaration(statement);
  const bindings = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  const whole = isImport && statement.importClause?.name;
  const named: [string, string][] = whole ? [[whole.text, 'default']] : [];
  if (bindings && 'elements' in bindings) {
    for (const { name, propertyName } of bindings.elements) {
      named.push([name.text, (propertyName ?? name).text]);
    }
  } else if (bindings) named.push([bindings.name.getText(), '*']);
  return named;
}

/** The classes that a style sheet has rules for. */
export function styledClasses(sheet: string): Set<string> {
  const withoutComments = sheet.replaceAll(/\/\*.*?\*\//gs, '');
  const heads = withoutComments.match(/[^{};]*(?=\{)/g) ?? [];
  const selectors = heads.filter((head) => !head.trim().startsWith('@')).join(' ');
  return new Set(Array.from(selectors.matchAll(/\.([a-z_][\w-]*)/gi), ([, name = '']) => name));
}

/** A style sheet with what it imports. */
export function wholeSheet(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/@import "([^"]+)";/g, (_, imported: string) =>
    wholeSheet(resolved(path, imported)),
  );
}

function resolved(path: string, specifier: string): string {
  return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
}

function textOf(node: ts.Node | undefined): string {
  return node && ts.isStringLiteralLike(node) ? node.text : '';
}

function isDynamicImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function classesAt(node: ts.Node): string[] {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return [];
  return /class(?:name)?$/i.test(node.name.getText()) ? wordsBelow(node) : [];
}

function wordsBelow(node: ts.Node): string[] {
  const texts: string[] = [];
  const visit = (child: ts.Node) => {
    if (ts.isStringLiteralLike(child) || ts.isTemplateLiteralToken(child)) texts.push(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
}
