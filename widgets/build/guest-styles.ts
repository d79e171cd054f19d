import purgeStyles from '@fullhuman/postcss-purgecss';
import { type CSSOptions, parseSync, Visitor, type VisitorObject } from 'vite';

type Plugins = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>;
export type StylePlugin = Extract<Plugins[number], { postcssPlugin: string }>;

/** Pages may have changed the size of a rem. */
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

export const withoutRules: StylePlugin = {
  postcssPlugin: 'without-rules',
  Once(root) {
    root.removeAll();
  },
};

/** No parent of the site is around the form: of what only those set, defaults stay; a page may set its own font. */
export const plainDefaults: StylePlugin = {
  postcssPlugin: 'plain-defaults',
  Once(sheet) {
    const set = new Set<string>();
    sheet.walkDecls(/^--/, ({ prop }) => void set.add(prop));
    const readsProperty = /var\((--(?!promo-)[\w-]+),\s*((?:[^()]|\([^()]*\))*)\)/g;
    sheet.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(readsProperty, (whole, name, otherwise) =>
        set.has(name) ? whole : otherwise,
      );
    });
  },
};

/** Leaves out rules that no element can match, since the code never mentions their names. */
export function purgeUnused(modules: readonly string[]): StylePlugin {
  return purgeStyles({
    variables: true,
    // Forms in a page have no answers of several lines, drawings or figures, and errors are below.
    blocklist: ['textarea', 'svg', 'img', 'rays', 'dialog-figure', 'contact-form', 'form-brief'],
    content: [{ raw: modules.flatMap(textsOf).join(' '), extension: 'txt' }],
    // The code names them by their properties, such as readOnly.
    dynamicAttributes: ['readonly', 'hidden', 'open', 'disabled'],
  }) as StylePlugin;
}

/** Found by a parser: a regular expression may hold a single quote. */
function textsOf(code: string): string[] {
  const texts: string[] = [];
  const visitor: VisitorObject = {};
  visitor.Literal = ({ value }) => void (typeof value === 'string' && texts.push(value));
  visitor.TemplateElement = ({ value }) => void texts.push(value.raw);
  new Visitor(visitor).visit(parseSync('module.js', code).program);
  return texts;
}

/** Rules are important, so that they win over the page's. */
export const scoped: StylePlugin = {
  postcssPlugin: 'scoped',
  Once(sheet) {
    sheet.walkRules((rule) => {
      if (
        rule.parent?.type === 'atrule' &&
        'name' in rule.parent &&
        rule.parent.name === 'keyframes'
      )
        return;
      if (unused.test(rule.selector)) return void rule.remove();
      // The wrapper does not scroll, its page does.
      if (root.test(rule.selector)) {
        rule.walkDecls(/^scroll-|^overflow$/, (declaration) => void declaration.remove());
      }
      rule.selectors = rule.selectors.map(withinWrapper);
      rule.walkDecls((declaration) => {
        declaration.important = true;
        // Only the site's own style sheet brings this font.
        declaration.value = declaration.value.replace(/Gabarito-\w+, ?/g, '');
      });
    });
  },
};

/**
 * In a page only what sends waits or is off, and nothing moves below the pointer; the one dialog is
 * a short alert without a form.
 */
const unused =
  /^\.(?:button\[type|button:hover|button-link\[|form-fold > details|form-paired \.missing|dialog(?: \.form|-title:focus|-head:not))/;

const root = /^(?::root|html|body)(?![\w-])/;

function withinWrapper(selector: string): string {
  return root.test(selector) ? selector.replace(root, '.promo-page') : `.promo-page ${selector}`;
}
