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

/**
 * Modules that islands share, in a few files instead of dozens: where a host speaks HTTP/1.1, six
 * come at a time, and what is compressed together is smaller. The home page needs only the first.
 * `minShareCount`: only what so many islands use.
 */
const sharedFiles = [
  { name: 'structs', test: /node_modules\/superstruct/ },
  {
    name: 'runtime',
    test: /preact|nanostores|src\/environment|session\/wanted-path|rolldown.runtime|island-client|@astrojs\/react/,
  },
  {
    name: 'form',
    test: /session\/session\.store|src\/ui\/(dialog|error-summary|field|form|form-(alert|element)|hydrated|live-region|password-field|select-field|submit-button|text-field)\.tsx?$|client\/(campaign-over|credentials|draft|outcome|problem-lines)\.ts/,
  },
  {
    name: 'calls',
    test: /client\/(call|campaign|consumer|refusal-of)\.ts|src\/contract\/(campaign|consumer|engines|lucky-numbers|points|receipts)\.ts|ofetch/,
  },
  {
    name: 'fields',
    test: /src\/ui\/(additional-fields|choice-field|help|masks|waiting)\.tsx?$|src\/rules\/(additional-fields|documents|phone|points|receipt-identity|receipts)\.ts|brazilian-utils/,
  },
  {
    name: 'registration',
    test: /src\/features\/sign-up\/(?!.*(conduct|register)\.store)|src\/ui\/(address-fields|postcode-lookup|question-field)\.tsx?$/,
    minShareCount: 3,
  },
  {
    name: 'support',
    test: /src\/features\/(contact|support)\/|src\/(client|contract)\/support\.ts|src\/ui\/sent-notice/,
    minShareCount: 2,
  },
  {
    name: 'receipts',
    test: /src\/features\/receipts\/|src\/client\/(lucky-numbers|receipts)\.ts/,
    minShareCount: 3,
  },
];
const groups = sharedFiles.map((file, index, { length }) => ({
  ...file,
  priority: length - index,
}));

const sharedNames = new Set(sharedFiles.map(({ name }) => name));

/** What a page begins with is compiled while it arrives, beside the page's own thread (V8's compile hints). */
const compiledEarly = ({ isEntry, isDynamicEntry, name }) =>
  (isEntry && !isDynamicEntry) || sharedNames.has(name) ? '//# allFunctionsCalledOnLoad' : '';

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
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups }, postBanner: compiledEarly } },
        },
      },
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
