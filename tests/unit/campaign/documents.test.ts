import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  pagePictures,
  publishedDocument,
  publishedPicture,
  regulationsOf,
} from '../../../src/campaign/documents.ts';
import { buildCampaign, loadCampaign, readForBuild } from '../../../src/campaign/load.ts';
import { documentPdf } from '../../../src/campaign/pdf.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { smallPicture } from '../../support/receipt-body.ts';

const winners = {
  title: 'Ganhadores',
  sections: [{ title: 'Sorteio', paragraphs: ['4.00153 Ana S., Curitiba'] }],
};
const host = createServer(async ({ url = '' }, response) => {
  response.statusCode = url === '/nada.pdf' ? 404 : 200;
  response.end(await fileAt(url));
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => host.close());

async function fileAt(path: string): Promise<string | Uint8Array> {
  if (path === '/quebrado.pdf') return '%PDF-1.7 x';
  const picture = Buffer.from(await smallPicture(), 'base64');
  if (path === '/ganhadores.png') return picture;
  // A decoder stops at the picture's end, whatever follows it.
  if (path === '/sem-fim.png') return Buffer.concat([picture, Buffer.alloc(51_000_000)]);
  return documentPdf(winners, { note: '' });
}

test('a PDF of another host is read, page by page', async () => {
  const document = await publishedDocument(`${address}/ganhadores.pdf`);
  if (document.state !== 'readable') throw new Error('unreadable');
  expect(document.pages[0]?.text).toContainEqual({
    kind: 'paragraph',
    text: '4.00153 Ana S., Curitiba',
  });
  expect(pagePictures('pagina', document)).toEqual([
    { params: { picture: 'pagina-1' }, props: { picture: document.pages[0]?.picture } },
  ]);
});

test('a regulation that comes as a PDF beside the campaign’s file is read like one of another host', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'campaign.json');
  const { campaign, hotsite, ...others } = await loadCampaign({});
  const engines = campaign.engines.map((engine) => ({ ...engine, regulationUrl: '/texto.pdf' }));
  const pages = { ...hotsite.pages, regulations: [] };
  const changed = { campaign: { ...campaign, engines }, hotsite: { ...hotsite, pages } };
  await writeFile(file, JSON.stringify({ ...others, ...changed }));
  await writeFile(join(folder.path, 'texto.pdf'), await documentPdf(winners, { note: '' }));
  vi.stubEnv('CAMPAIGN_FILE', file);
  // This process may have built another campaign before, whose pictures serve as well.
  await buildCampaign();
  const [regulation] = await regulationsOf((await readForBuild(process.env)).campaign);
  vi.unstubAllEnvs();
  await folder.remove();
  expect(regulation).toMatchObject({ url: '/texto.pdf', document: { state: 'readable' } });
});

test('a picture of another host becomes a file of the site', async () => {
  const picture = await publishedPicture(`${address}/ganhadores.png`);
  expect(await sharp(picture ?? undefined).metadata()).toMatchObject({
    format: 'webp',
    width: 24,
    height: 32,
  });
});

test.each([
  ['/nada.pdf', 'status 404'],
  ['/ganhadores.pdf', 'unsupported image format'],
  ['/sem-fim.png', 'more than 50000000 bytes'],
])('%s as a picture leaves its link alone', async (path, reason) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(await publishedPicture(address + path)).toBeNull();
    expect(String(said.mock.calls[0])).toContain(`The picture ${address}${path} cannot be shown`);
    expect(String(said.mock.calls[0])).toContain(reason);
  } finally {
    said.mockRestore();
  }
});

test.each([
  ['/nada.pdf', 'status 404'],
  ['/quebrado.pdf', 'Invalid PDF structure'],
])('the build goes on without %s and says why', async (path, reason) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(await publishedDocument(address + path)).toEqual({ state: 'unreadable' });
    expect(String(said.mock.calls[0])).toContain(`The PDF ${address}${path} cannot be shown`);
    expect(String(said.mock.calls[0])).toContain(reason);
  } finally {
    said.mockRestore();
  }
});
