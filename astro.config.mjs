import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { clientTouch } from './src/layouts/client-touch.ts';
import { finishPages } from './src/layouts/finish-pages.ts';
import { sharedScripts } from './src/layouts/shared-scripts.ts';
import { widgets } from './widgets/build/integration.ts';

/** React is the language of the islands; browsers run them on Preact, a tenth of the size. */
const preactInBrowser = {
  name: 'preact-in-browser',
  enforce: 'pre',
  apply: 'build',
  async resolveId(id, importer) {
    const isBotCheck = importer?.includes('react-google-recaptcha-v3');
    const replacement = {
      react: isBotCheck ? '/src/client/recaptcha-react.ts' : '@preact/compat',
      'react-dom': '@preact/compat',
      'react-dom/client': '@preact/compat/client',
      'react/jsx-runtime': '@preact/compat/jsx-runtime',
      '@astrojs/react/client.js': importer?.includes('island-client')
        ? undefined
        : '/src/layouts/island-client.ts',
    }[id];
    if (!replacement || this.environment.name !== 'client') return null;
    return this.resolve(replacement, importer, { skipSelf: true });
  },
};

/** An island that another one imports too stays one file, instead of one that only passes on the other. */
const extendedEntries = {
  name: 'extended-entries',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : null,
};

/** Calls that the dev server passes on to the gateway behind it. */
const gatewayPaths = ['/api', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
const { DEV_GATEWAY } = process.env;

export default defineConfig({
  output: 'static',
  integrations: [react(), clientTouch(), finishPages(), widgets()],
  build: { inlineStylesheets: 'always', assetsPrefix: process.env.PUBLIC_ASSETS_URL || undefined },
  devToolbar: { enabled: false },
  vite: {
    plugins: [preactInBrowser, extendedEntries],
    // A framed form is painted before its script is there: its HTML does not carry it.
    build: { assetsInlineLimit: (file) => (file.includes('frame.astro') ? false : undefined) },
    environments: {
      client: { build: { rolldownOptions: { output: sharedScripts } } },
    },
    // The page's names, so that a file that both need is one file.
    worker: { rolldownOptions: { output: { assetFileNames: '_astro/[name].[hash][extname]' } } },
    server: {
      proxy: Object.fromEntries(
        gatewayPaths.map((path) => [path, DEV_GATEWAY]).filter(([, to]) => to),
      ),
    },
  },
});
