import type { TestConsumer, TestGateway } from './gateway.ts';

const accounts = '/identitytoolkit.googleapis.com/v1/accounts:';

/** The ID token for a correct password, by a gateway to which `send` leads. */
export async function signInBy(
  send: (path: string, init: RequestInit) => Promise<Response>,
  body: { email: string; password: string; tenantId: string | null },
): Promise<string> {
  const response = await send(`${accounts}signInWithPassword?key=x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  const { idToken } = await response.json();
  if (typeof idToken !== 'string') throw new Error(`Sign-in was refused (${response.status})`);
  return idToken;
}

/** One call of the identity service as the browser's SDK makes it; `from` is the caller's address. */
export async function callToolkit(
  site: TestGateway,
  action: string,
  body: unknown,
  from = '203.0.113.1',
) {
  const response = await sendToToolkit(site, action, body, from);
  return { status: response.status, body: await response.json() };
}

function sendToToolkit(site: TestGateway, action: string, body: unknown, from: string) {
  return site.send(`${accounts}${action}?key=x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    from,
  });
}

/** Signs in with the consumer's email and password, unless `body` has others. */
export function signInAs(
  site: TestGateway,
  { consumer: { email }, password }: TestConsumer,
  body: object = {},
  from?: string,
) {
  const { tenantId } = site.gateway.settings.identity;
  return callToolkit(site, 'signInWithPassword', { email, password, tenantId, ...body }, from);
}

/** The same, with the unparsed answer. */
export function sendSignIn(
  site: TestGateway,
  { consumer: { email }, password }: TestConsumer,
  body: object = {},
  from = '203.0.113.1',
): Promise<Response> {
  const { tenantId } = site.gateway.settings.identity;
  const sent = { email, password, tenantId, ...body };
  return sendToToolkit(site, 'signInWithPassword', sent, from);
}

export async function renewToken(site: TestGateway, refreshToken: string) {
  const response = await site.send('/securetoken.googleapis.com/v1/token?key=x', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return { status: response.status, body: await response.json() };
}

/** A refusal in Google's shape. */
export function refused(message: string) {
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  return { status: 400, body: { error: { code: 400, message, errors } } };
}
