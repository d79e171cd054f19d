import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** The widgets' code, run by a script of this address. */
async function readerIn(src: string) {
  vi.stubGlobal('document', {});
  vi.stubGlobal(
    'Document',
    class {
      get currentScript() {
        return { src };
      }
    },
  );
  vi.resetModules();
  return await import('../../../widgets/host/attribute-reader.ts');
}

test('a script of the campaign’s site tells where the site and its other files are', async () => {
  const folder = 'https://promocao.example/widgets/1.0.0/';
  const { campaignOrigin, scriptFolder } = await readerIn(`${folder}login.js`);
  expect(campaignOrigin(null)).toBe('https://promocao.example');
  expect(scriptFolder('https://promocao.example')).toBe(folder);
});

test('a page that bundles the script has to name the origin, and gets the evergreen files', async () => {
  const bundle = 'https://loja.example/tudo.js?de=/widgets/1.0.0/login.js';
  const { campaignOrigin, scriptFolder } = await readerIn(bundle);
  expect(campaignOrigin(null)).toBeNull();
  expect(campaignOrigin('https://promocao.example/')).toBe('https://promocao.example');
  expect(scriptFolder('https://promocao.example')).toBe('https://promocao.example/widgets/v1/');
});
