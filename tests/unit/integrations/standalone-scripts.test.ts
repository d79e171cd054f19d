import { expect, test } from 'vitest';
import { buildServiceWorker } from '../../../src/integrations/standalone-scripts.ts';

const page = { url: '/nova-nota', html: '<link href="/_astro/runtime.Ab1.js"><p>Nova nota</p>' };
test('the service worker stores the pages and the files that they name, and nothing of the API', async () => {
  const code = await buildServiceWorker([page], []);
  expect(code).toContain('/nova-nota');
  expect(code).toContain('/_astro/runtime.Ab1.js');
  expect(code).not.toContain('/api/');
});

test('another build has another service worker, so its files take the place of the older ones', async () => {
  const code = await buildServiceWorker([page], ['<svg/>']);
  expect(await buildServiceWorker([page], ['<svg/>'])).toBe(code);
  const changed = { ...page, html: `${page.html}!` };
  expect(await buildServiceWorker([changed], ['<svg/>'])).not.toBe(code);
  expect(await buildServiceWorker([page], ['<svg></svg>'])).not.toBe(code);
});
