import { expect, test } from 'vitest';
import { buildServiceWorker } from '../../../src/integrations/standalone-scripts.ts';

const page = { url: '/nova-nota', html: '<link href="/_astro/runtime.Ab1.js"><p>Nova nota</p>' };
test('the service worker stores the pages and the files that they name, and nothing of the API', async () => {
  const code = await buildServiceWorker([page], [], new Map());
  expect(code).toContain('/nova-nota');
  expect(code).toContain('/_astro/runtime.Ab1.js');
  expect(code).not.toContain('/api/');
});

test('another build has another service worker, so its files take the place of the older ones', async () => {
  const code = await buildServiceWorker([page], ['<svg/>'], new Map());
  expect(await buildServiceWorker([page], ['<svg/>'], new Map())).toBe(code);
  const changed = { ...page, html: `${page.html}!` };
  expect(await buildServiceWorker([changed], ['<svg/>'], new Map())).not.toBe(code);
  expect(await buildServiceWorker([page], ['<svg></svg>'], new Map())).not.toBe(code);
});

test('the service worker stores what a page of receipts loads later, and what that imports', async () => {
  const assets = new Map([
    ['receipt-form.Ij5.css', '.receipt-form{}'],
    ['receipt-form.Cd2.js', 'import{a}from"./fields.Ef3.js";const b=()=>import(`./scene.Gh4.js`)'],
    ['fields.Ef3.js', 'export const a=1'],
    ['scene.Gh4.js', 'export const b=1'],
  ]);
  const code = await buildServiceWorker([page], [], assets);
  expect(code).toContain('/_astro/receipt-form.Cd2.js');
  expect(code).toContain('/_astro/receipt-form.Ij5.css');
  expect(code).toContain('/_astro/fields.Ef3.js');
  expect(code, 'without which the result still shows').not.toContain('scene');
});
