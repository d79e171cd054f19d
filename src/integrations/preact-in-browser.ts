import type { Plugin } from 'vite';

/** React is the language of the components; browsers run them on Preact, a tenth of the size. */
export const preactForReact: Readonly<Record<string, string>> = {
  react: '@preact/compat',
  'react-dom': '@preact/compat',
  'react-dom/client': '@preact/compat/client',
  'react/jsx-runtime': '@preact/compat/jsx-runtime',
};

const hydrator = '/src/integrations/yielding-hydrator.ts';

/** Gives the browser's code Preact, and islands a hydrator that lets pending input go first. */
export const preactInBrowser: Plugin = {
  name: 'preact-in-browser',
  enforce: 'pre',
  apply: 'build',
  async resolveId(id, importer = '') {
    if (this.environment.name !== 'client') return null;
    const replacement = replacementFor(id, importer);
    return replacement ? this.resolve(replacement, importer, { skipSelf: true }) : null;
  },
};

function replacementFor(id: string, importer: string): string | undefined {
  if (id === 'react' && importer.includes('react-google-recaptcha-v3')) {
    return '/src/client/recaptcha-react.ts';
  }
  if (id === '@astrojs/react/client.js' && !importer.endsWith(hydrator)) return hydrator;
  return preactForReact[id];
}
