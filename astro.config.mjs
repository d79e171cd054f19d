import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { clientTouch } from './src/layouts/client-touch.ts';
import { finishPages } from './src/layouts/finish-pages.ts';
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
    }[id];
    if (!replacement || this.environment.name !== 'client') return null;
    return this.resolve(replacement, importer, { skipSelf: true });
  },
};

/**
 * Modules that nearly all islands share, in a few files instead of dozens: fewer requests, and what
 * is compressed together is smaller. The home page needs only the first.
 */
const sharedFiles = [
  ['structs', /node_modules\/superstruct/],
  ['runtime', /preact|nanostores|src\/environment|session\/wanted-path|rolldown-runtime/],
  ['session', /session\/session\.store|client\/(credentials|draft)\.ts/],
  [
    'form',
    /src\/ui\/(dialog|error-summary|field|form|form-(alert|element)|hydrated|live-region|password-field|select-field|submit-button|text-field)\.tsx?$|client\/(outcome|problem-lines)\.ts/,
  ],
  ['calls', /client\/(call|refusal-of)\.ts|ofetch/],
];
const groups = sharedFiles.map(([name, test], index, { length }) => ({
  name,
  test,
  priority: length - index,
}));

/** Calls that the dev server passes on to the gateway behind it. */
const gatewayPaths = ['/api', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
const { DEV_GATEWAY } = process.env;

export default defineConfig({
  output: 'static',
  integrations: [react(), clientTouch(), finishPages(), widgets()],
  build: { inlineStylesheets: 'always', assetsPrefix: process.env.PUBLIC_ASSETS_URL || undefined },
  devToolbar: { enabled: false },
  vite: {
    plugins: [preactInBrowser],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
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
