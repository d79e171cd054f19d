import type { Settings } from '../settings/settings.ts';

/** Where this gateway is reached; behind a proxy that ends TLS the request itself came as HTTP. */
export function ownOrigin(
  request: Request,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): string {
  const address = new URL(request.url);
  const scheme = trustedProxies > 0 ? request.headers.get('x-forwarded-proto') : null;
  return scheme === 'https' ? `https://${address.host}` : address.origin;
}
