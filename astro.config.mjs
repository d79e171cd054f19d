import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { finishPages } from './src/layouts/finish-pages.ts';

/** React is the language of the islands; browsers run them on Preact, a tenth of the size. */
const preactInBrowser = {
  name: 'preact-in-browser',
  enforce: 'pre',
  apply: 'build',
  async resolveId(id, importer) {
    const replacement = {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
    }[id];
    if (!replacement || this.environment.name !== 'client') return null;
    return this.resolve(replacement, importer, { skipSelf: true });
  },
};

export default defineConfig({
  output: 'static',
  integrations: [react(), finishPages()],
  build: { inlineStylesheets: 'always', assetsPrefix: process.env.PUBLIC_ASSETS_URL || undefined },
  devToolbar: { enabled: false },
  vite: { plugins: [preactInBrowser] },
});
