import purgeStyles from '@fullhuman/postcss-purgecss';
import { type CSSOptions, parseSync, Visitor, type VisitorObject } from 'vite';

type Plugins = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>;
export type StylePlugin = Extract<Plugins[number], { postcssPlugin: string }>;

/** A page may have given the rem another size. */
export const pixels: StylePlugin = {
  postcssPlugin: 'pixels',
  Once(root) {
    root.replaceValues(
      /([\d.]+)rem/g,
      { fast: 'rem' },
      (size) => `${Number.parseFloat(size) * 16}px`,
    );
  },
};

/** For code in which the names of unused rules must not be found. */
export const withoutRules: StylePlugin = {
  postcssPlugin: 'without-rules',
  Once(root) {
    root.removeAll();
  },
};

/** Leaves out the rules that no element of these modules can meet: their code names it in a text. */
export function purgeUnused(modules: readonly string[]): StylePlugin {
  return purgeStyles({
    content: [{ raw: modules.flatMap(textsOf).join(' '), extension: 'txt' }],
    // Named otherwise in code.
    dynamicAttributes: ['readonly', 'hidden', 'open', 'disabled'],
  }) as StylePlugin;
}

/** Texts between quotes, as a parser finds them: a regular expression may hold a single quote. */
function textsOf(code: string): string[] {
  const texts: string[] = [];
  const visitor: VisitorObject = {};
  visitor.Literal = ({ value }) => void (typeof value === 'string' && texts.push(value));
  visitor.TemplateElement = ({ value }) => void texts.push(value.raw);
  new Visitor(visitor).visit(parseSync('module.js', code).program);
  return texts;
}

/**
 * For forms in the document of a page: a rule holds inside our wrapper alone, and is important, so
 * that no rule of the page's outside our layers stands against it.
 */
export const scoped: StylePlugin = {
  postcssPlugin: 'scoped',
  Once(root) {
    root.walkRules((rule) => {
      if (
        rule.parent?.type === 'atrule' &&
        'name' in rule.parent &&
        rule.parent.name === 'keyframes'
      )
        return;
      rule.selectors = rule.selectors.map(withinWrapper);
      rule.walkDecls((declaration) => {
        declaration.important = true;
      });
    });
  },
};

/** What stands for the whole document is the wrapper, and everything else is in it. */
function withinWrapper(selector: string): string {
  const root = /^(?::root|html|body)(?![\w-])/;
  return root.test(selector) ? selector.replace(root, '.promo-page') : `.promo-page ${selector}`;
}
