import { hash } from 'node:crypto';
import type { Trackers } from '../inline/trackers.ts';

const firebaseOrigins = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];
const recaptchaOrigins = [
  'https://www.google.com/recaptcha/',
  'https://www.gstatic.com/recaptcha/',
];
const tagManagerOrigins = ['https://*.googletagmanager.com', 'https://*.google-analytics.com'];
const clarityOrigins = ['https://*.clarity.ms'];
const pixelOrigins = ['https://analytics.tiktok.com'];

/** Only `readers/workers.ts` turns text into code. Trackers and bot check need more. */
const trustedTypes = [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'promo-readers'],
];

/** `hashInlineCode` adds the hashes later; `page.scanning` allows WebAssembly in a worker. */
export function contentPolicy(
  environment: Readonly<Record<string, string | undefined>>,
  page: { scanning: boolean; trackers: Trackers | null; pictures?: readonly string[] },
): string {
  const { PUBLIC_API_URL, PUBLIC_POSTAL_URL, PUBLIC_ASSETS_URL } = environment;
  const { PUBLIC_FIREBASE_API_KEY, PUBLIC_RECAPTCHA_SITE_KEY } = environment;
  const api = origin(PUBLIC_API_URL);
  const postal = origin(PUBLIC_POSTAL_URL);
  const assets = origin(PUBLIC_ASSETS_URL);
  const { pictures = [] } = page;
  const identity = PUBLIC_FIREBASE_API_KEY ? firebaseOrigins : [];
  const botCheck = PUBLIC_RECAPTCHA_SITE_KEY ? recaptchaOrigins : [];
  const { tagManager, clarity, pixel }: Partial<Trackers> = page.trackers ?? {};
  const trackers = [
    ...(tagManager ? tagManagerOrigins : []),
    ...(clarity ? clarityOrigins : []),
    ...(pixel ? pixelOrigins : []),
  ];
  const loadsThirdParties = botCheck.length > 0 || trackers.length > 0;
  const wasm = page.scanning ? ["'wasm-unsafe-eval'"] : [];
  return [
    ['default-src', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['form-action', "'self'"],
    ['script-src', "'self'", ...wasm, ...botCheck, ...trackers],
    ['style-src', "'self'"],
    ['img-src', "'self'", 'data:', 'blob:', ...api, ...assets, ...pictures, ...trackers],
    ['connect-src', "'self'", ...api, ...postal, ...identity, ...trackers],
    ...(loadsThirdParties ? [] : trustedTypes),
    ...(botCheck.length > 0 ? [['frame-src', "'self'", ...botCheck]] : []),
  ]
    .map((directive) => directive.join(' '))
    .join(';');
}

export function hashInlineCode(html: string): string {
  return html
    .replace(/(<meta http-equiv="content-security-policy"[^>]*script-src 'self')/, (found) =>
      [found, ...hashesOf(html, 'script')].join(' '),
    )
    .replace(/(<meta http-equiv="content-security-policy"[^>]*style-src 'self')/, (found) =>
      [found, ...hashesOf(html, 'style')].join(' '),
    );
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?: type="module")?>(.*?)</${element}>`, 'gs');
  const hashes = [...html.matchAll(inline)].map(
    ([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`,
  );
  return [...new Set(hashes)];
}

function origin(address: string | undefined): string[] {
  return address ? [new URL(address).origin] : [];
}
