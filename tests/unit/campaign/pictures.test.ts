import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { embeddedCampaign, readCampaignFile } from '../../../src/campaign/load.ts';
import { loadPictures, picturePaths, readPictures } from '../../../src/campaign/pictures.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { openGateway } from '../../support/gateway.ts';

const example = fileURLToPath(
  new URL('../../../src/campaign/examples/cafe-premiado/campaign.jsonc', import.meta.url),
);
const options = { window: 'live', variant: 'all', tenantId: 'embedded' } as const;
const sample = embeddedCampaign({ ...options, today: '2026-11-22' });

test('a build takes the pictures that its campaign names, and no other’s', async () => {
  const cafe = await readCampaignFile(example);
  const { files, version } = await loadPictures(cafe, { CAMPAIGN_FILE: example });
  expect([...files.keys()]).toEqual(picturePaths(cafe));
  expect(String(files.get('/capa/xicara.svg'))).toContain('Uma xícara de café');
  const { files: own, version: other } = await loadPictures(sample, {});
  expect([...own.keys()]).toContain('/premios/cesta-sorriso.svg');
  expect([...own.keys()].filter((path) => files.has(path))).toEqual([]);
  expect(version).not.toBe(other);
});

test('a build takes neither pages nor scripts that a campaign names, in any letters', async () => {
  const cafe = await readCampaignFile(example);
  const [product] = cafe.products;
  const [engine] = cafe.campaign.engines;
  if (!product || !engine) throw new Error('The example has products and engines');
  product.images = ['/produtos/FOTO.JPG', '/produtos/pagina.html'];
  engine.regulationUrl = '/regras.html';
  const paths = picturePaths(cafe);
  expect(paths).toContain('/produtos/FOTO.JPG');
  expect(paths.filter((path) => path.endsWith('.html'))).toEqual([]);
});

test('a gateway hands out the pictures that it was seeded with', async () => {
  const site = await openGateway({ settings: { campaignFile: example } });
  const server = createServer(async ({ url }, response) => {
    const answer = await site.send(String(url));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { files } = await loadPictures(site.gateway.snapshot, { CAMPAIGN_API: gateway });
  const { files: original } = await loadPictures(site.gateway.snapshot, { CAMPAIGN_FILE: example });
  expect(files).toEqual(original);
  expect((await site.send('/api/campaign/31/picture/none')).status).toBe(404);
  server.close();
  await site.close();
});

test('a gateway that cannot answer now stops the build, which would show drawings for good', async () => {
  const server = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const loaded = () => loadPictures(sample, { CAMPAIGN_API: gateway });
  await expect(loaded()).rejects.toThrow('status 503');
  server.close();
  await once(server, 'close');
  await expect(loaded()).rejects.toThrow('no answer');
});

test('a build waits as long as a gateway asks that hands out no more pictures in this minute', async () => {
  const asked = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    const isFirst = !asked.has(url);
    asked.add(url);
    if (isFirst) response.writeHead(429, { 'Retry-After': '0' }).end();
    else if (url.startsWith('/api/')) response.writeHead(404).end();
    else response.end('its picture');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { files } = await loadPictures(sample, { CAMPAIGN_API: gateway });
  expect(new Set([...files.values()].map(String))).toEqual(new Set(['its picture']));
  server.close();
});

test('a missing picture is drawn in the campaign’s colours, in its own format', async () => {
  const [prize, ...others] = sample.prizes;
  const named = {
    ...prize,
    id: 901,
    description: '',
    quantity: 1,
    hotsiteImageUrl: '/x/nada.webp',
  };
  const odd = {
    ...sample,
    prizes: [named, ...others],
    hotsite: { ...sample.hotsite, header: { ...sample.hotsite.header, brand: 'Outra' } },
  };
  const { files } = await loadPictures(odd, {});
  expect((await sharp(files.get('/x/nada.webp')).metadata()).format).toBe('webp');
  expect(String(files.get('/premios/cartao.svg'))).toContain(sample.hotsite.theme.palette.accent);
});

test('a regulation that comes as a PDF is one of the campaign’s files, like its pictures', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'regulamento.pdf'), '%PDF-1.7');
  const engines = sample.campaign.engines.map((engine) => ({
    ...engine,
    regulationUrl: '/regulamento.pdf',
  }));
  const pages = { ...sample.hotsite.pages, regulations: [] };
  const named = {
    ...sample,
    campaign: { ...sample.campaign, engines },
    hotsite: { ...sample.hotsite, pages },
  };
  const CAMPAIGN_FILE = join(folder.path, 'campaign.json');
  const stored = await readPictures(CAMPAIGN_FILE, named);
  expect(stored.map(({ path }) => path)).toEqual(['/regulamento.pdf']);
  const { files } = await loadPictures(named, { CAMPAIGN_FILE });
  expect(String(files.get('/regulamento.pdf'))).toBe('%PDF-1.7');
  expect((await loadPictures(named, {})).files.has('/regulamento.pdf')).toBe(false);
  expect(picturePaths(sample)).not.toContain('/regulamentos/sorteio.pdf');
  await folder.remove();
});

test('pictures beside a file that is named without its folder are found too', async () => {
  const { header } = sample.hotsite;
  const logo = '/src/campaign/examples/cafe-premiado/capa/xicara.svg';
  const named = {
    ...sample,
    hotsite: { ...sample.hotsite, header: { ...header, brand: 'Outra', logo } },
  };
  const { files } = await loadPictures(named, { CAMPAIGN_FILE: 'campaign.json' });
  expect(String(files.get(logo))).toContain('Uma xícara de café');
});
