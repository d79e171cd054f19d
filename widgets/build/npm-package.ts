import { catalogue } from '../catalogue.ts';
import { compileModules, type Files } from './compile.ts';
import { npmTypes } from './npm-types.ts';
import { version } from './versions.ts';

export async function npmPackage(): Promise<Files> {
  const entries = [...catalogue.map(({ name }) => name), 'react'];
  const manifest = {
    name: 'promo-widgets',
    version,
    description: 'Widgets of the promotion as custom elements, and React components around them',
    type: 'module',
    license: 'UNLICENSED',
    exports: Object.fromEntries(
      entries.map((name) => [`./${name}`, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
    ),
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  };
  return new Map([
    ...(await compileModules(entries)),
    ...Object.entries(npmTypes()),
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
}
