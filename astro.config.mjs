import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { Features } from 'lightningcss';
import { chunks } from './src/integrations/chunks.ts';
import { finishPages } from './src/integrations/finish-pages.ts';
import { clientTouch, preactInBrowser } from './src/integrations/islands.ts';
import { serviceWorker, verifierScript } from './src/integrations/standalone-scripts.ts';
import { widgets } from './widgets/build/write-to-site.ts';

/** Style sheets and scripts reach back to the last browsers of Windows 7, Android 6 and iOS 15. */
const oldestBrowsers = ['chrome105', 'edge105', 'firefox115', 'safari15.4'];

/** Calls that the dev server passes on to the gateway behind it. */
const gatewayPaths = ['/api', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
const { DEV_GATEWAY } = process.env;

export default defineConfig({
  output: 'static',
  integrations: [
    react(),
    clientTouch(),
    finishPages(),
    serviceWorker(),
    verifierScript(),
    widgets(),
  ],
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  vite: {
    plugins: [preactInBrowser, chunks(oldestBrowsers)],
    build: {
      cssTarget: oldestBrowsers,
      // A framed form is painted before its script is there: its HTML does not carry it.
      assetsInlineLimit: (file) => (file.includes('frame.astro') ? false : undefined),
    },
    css: { lightningcss: { exclude: Features.LightDark } },
    // The page's names, so that a file that both need is one file.
    worker: { rolldownOptions: { output: { assetFileNames: '_astro/[name].[hash][extname]' } } },
    server: {
      proxy: Object.fromEntries(
        gatewayPaths.map((path) => [path, DEV_GATEWAY]).filter(([, to]) => to),
      ),
    },
  },
});
