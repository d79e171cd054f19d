import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { pictureOrigins } from '../../../src/campaign/pictures.ts';
import { contentPolicy, hashInlineCode } from '../../../src/integrations/content-policy.ts';

const plain = { scanning: false, trackers: null };

test('a page may use its own origin and nothing else', () => {
  const policy = contentPolicy({}, plain);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https:|unsafe/);
});

test('the policy allows each configured service in its place', () => {
  const policy = contentPolicy(
    {
      PUBLIC_API_URL: 'https://api.promo.example/v1',
      PUBLIC_RECAPTCHA_SITE_KEY: 'key',
      PUBLIC_FIREBASE_API_KEY: 'key',
    },
    { scanning: true, trackers: null },
  );
  expect(policy).toContain("connect-src 'self' https://api.promo.example https://identitytoolkit");
  expect(policy).toContain(
    "script-src 'self' 'wasm-unsafe-eval' https://www.google.com/recaptcha/",
  );
  expect(policy).toContain("frame-src 'self' https://www.google.com/recaptcha/");
});

test('the policy allows only pictures of a CDN: scripts and workers come from the site’s own origin', () => {
  const policy = contentPolicy({ PUBLIC_ASSETS_URL: 'https://cdn.example/promo' }, plain);
  expect(policy.split(';').filter((directive) => directive.includes('cdn'))).toEqual([
    "img-src 'self' data: blob: https://cdn.example",
  ]);
});

test('the policy allows the campaign’s pictures on other hosts', () => {
  const campaign = embeddedCampaign({
    window: 'live',
    variant: '19',
    tenantId: 'embedded',
    today: '2026-11-22',
  });
  const prizes = ['a', 'b'].map((name) => ({
    ...{ id: name, description: name, quantity: 1 },
    hotsiteImageUrl: `https://fotos.example/${name}.jpg`,
  }));
  const pictures = pictureOrigins({ ...campaign, prizes });
  expect(pictures).toEqual(['https://fotos.example']);
  const policy = contentPolicy({}, { ...plain, pictures });
  expect(policy).toContain("img-src 'self' data: blob: https://fotos.example;");
  expect(policy).toContain("script-src 'self';");
});

test('the policy allows only the campaign’s trackers', () => {
  const trackers = { tagManager: null, clarity: null, pixel: 'P1' };
  const policy = contentPolicy({}, { scanning: false, trackers });
  expect(policy).toContain("script-src 'self' https://analytics.tiktok.com;");
  expect(policy).not.toMatch(/googletagmanager|clarity/);
});

test('text never becomes code, where no script of others has to work', () => {
  const enforced = "require-trusted-types-for 'script';trusted-types promo-readers";
  expect(contentPolicy({}, plain)).toContain(enforced);
  const trackers = { tagManager: 'GTM-1', clarity: null, pixel: null };
  for (const policy of [
    contentPolicy({ PUBLIC_RECAPTCHA_SITE_KEY: 'key' }, plain),
    contentPolicy({}, { scanning: false, trackers }),
  ]) {
    expect(policy).not.toContain('trusted-types');
  }
});

test('inline code is named by its hash, data is not', () => {
  const policy = contentPolicy({}, plain);
  const html = `<meta http-equiv="content-security-policy" content="${policy}"><style>a{}</style><script>go()</script><script type="application/json">{}</script><script src="/a.js"></script>`;
  const hashOf = (code: string) => `'sha256-${hash('sha256', code, 'base64')}'`;
  expect(hashInlineCode(html)).toContain(`script-src 'self' ${hashOf('go()')};`);
  expect(hashInlineCode(html)).toContain(`style-src 'self' ${hashOf('a{}')};`);
});
