import budgets from './tests/bench/budgets.json' with { type: 'json' };
import { filesOf } from './tests/bench/page-weight.ts';
import { contentPages } from './tests/bench/sizes.ts';
import { catalogue as widgets } from './widgets/catalogue.ts';

const homeScripts = filesOf('index.html').scripts;

export default [
  ...contentPages.map((page) => {
    const { html, styles } = filesOf(page);
    return { name: page, path: [html, ...styles], limit: `${budgets.contentPage} B` };
  }),
  { name: 'home, scripts', path: homeScripts, limit: `${budgets.homeScripts} B` },
  ...widgets
    .filter(({ attributes }) => 'isolation' in attributes)
    .map(({ name }) => ({
      name: `widget ${name}, in the page`,
      path: `dist/widgets/v1/${name}-page.js`,
      limit: `${budgets.pageWidget} B`,
    })),
  ...widgets.map(({ name }) => ({
    name: `widget ${name}`,
    path: `dist/widgets/v1/${name}.js`,
    limit: `${name === 'where-to-buy' ? budgets.carouselWidget : budgets.frameWidget} B`,
  })),
];
