import { type Infer, nullable, optional, type Struct, string, type } from 'superstruct';
import type { IdentityUser } from '../db/queries/identity.ts';
import type { Gateway } from '../gateway.ts';
import { maxBodyBytes, readBytes, readJson } from '../http/body.ts';
import { limitAddress } from '../http/rate-limit.ts';
import type { App } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { idTokenSeconds } from '../services/identity/id-tokens.ts';
import {
  type IdentityAccounts,
  type IdentityRefusal,
  isRefusalCode,
  type TokenPair,
} from '../services/identity/identity.ts';
import { slowLaneSeconds } from '../services/queues.ts';
import { limitPasswordResets } from './new-password.ts';

type SdkRefusal =
  | IdentityRefusal
  | 'INVALID_REQ_TYPE'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_ARGUMENT'
  | 'OPERATION_NOT_ALLOWED';

const base = '/identitytoolkit.googleapis.com/v1';
const sdkLimit = { address: { calls: 1200, seconds: 60 } };
const optionalText = optional(nullable(string()));

const SignIn = type({ email: optionalText, password: optionalText, tenantId: optionalText });
const CustomSignIn = type({ token: string(), tenantId: optionalText });
const LookUp = type({ idToken: string() });
const SendCode = type({ requestType: string(), email: optionalText, tenantId: optionalText });
const Reset = type({ oobCode: string(), newPassword: optionalText, tenantId: optionalText });

/**
 * Six calls of the browser's Firebase SDK (Identity Toolkit v1, Secure Token service).
 * For an emulator the SDK puts the real host in front of the path.
 */
export function identityRoutes(app: App, gateway: Gateway): void {
  const { accounts } = gateway.identity;
  if (!accounts) return;
  app.get('/.well-known/jwks.json', (context) => {
    context.header('Cache-Control', 'public, max-age=3600');
    return context.json(accounts.jwks);
  });
  const serve = sdkCallServer(app, gateway);
  signInRoutes(serve, accounts);
  passwordResetRoutes(serve, accounts, gateway);
  tokenRoute(app, gateway, accounts);
}

function signInRoutes(serve: Serve, accounts: IdentityAccounts): void {
  const signIn = async ({ email, password, tenantId }: Infer<typeof SignIn>, address: string) => {
    const grant = await accounts.signIn({
      email: email ?? '',
      password: password ?? '',
      tenantId: tenantId ?? undefined,
      address,
    });
    if (isRefusalCode(grant)) return grant;
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: grant.user.id,
      email: grant.user.email,
      ...tokensOf(grant),
    };
  };
  // Attempts have their own counters, so that a stranger cannot lock accounts out.
  serve('signInWithPassword', SignIn, signIn, { isCounted: false });

  serve('signInWithCustomToken', CustomSignIn, async ({ token, tenantId }) => {
    const grant = await accounts.signInWithCustomToken({ token, tenantId: tenantId ?? undefined });
    if (isRefusalCode(grant)) return grant;
    return {
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      isNewUser: false,
      ...tokensOf(grant),
    };
  });

  serve('lookup', LookUp, async ({ idToken }) => {
    const user = await accounts.lookUp(idToken);
    if (isRefusalCode(user)) return user;
    return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [userAnswer(user)] };
  });
}

function passwordResetRoutes(serve: Serve, accounts: IdentityAccounts, gateway: Gateway): void {
  serve('sendOobCode', SendCode, async ({ requestType, email, tenantId }, address) => {
    if (requestType !== 'PASSWORD_RESET') return 'INVALID_REQ_TYPE';
    // The SDK's call carries no token of the bot check, which the API's asks for.
    if (gateway.settings.recaptchaSecret !== null) return 'OPERATION_NOT_ALLOWED';
    const refusal = accounts.checkResetRequest(email ?? '', tenantId ?? undefined);
    if (refusal) return refusal;
    if (await limitPasswordResets(gateway, address)) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
    gateway.runInBackground('reset email', () => accounts.sendResetCode(email ?? ''));
    return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
  });

  serve('resetPassword', Reset, async ({ oobCode, newPassword, tenantId }, address) => {
    const user = await accounts.resetPassword({
      code: oobCode,
      newPassword: newPassword ?? undefined,
      tenantId: tenantId ?? undefined,
      address,
    });
    if (isRefusalCode(user)) return user;
    const { email } = user;
    return {
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'PASSWORD_RESET',
      email,
    };
  });
}

function tokenRoute(app: App, gateway: Gateway, accounts: IdentityAccounts): void {
  app.post('/securetoken.googleapis.com/v1/token', async (context) => {
    if (await limitAddress(gateway, 'POST token', context.env.address, sdkLimit)) {
      return sdkRefusal('TOO_MANY_ATTEMPTS_TRY_LATER');
    }
    const bodyBytes = await readBytes(context.req.raw, maxBodyBytes.form);
    const form = new URLSearchParams(String(bodyBytes ?? ''));
    if (form.get('grant_type') !== 'refresh_token') return sdkRefusal('INVALID_GRANT_TYPE');
    const grant = await accounts.refresh(form.get('refresh_token') ?? '');
    if (isRefusalCode(grant)) return sdkRefusal(grant);
    return context.json({
      id_token: grant.idToken,
      access_token: grant.idToken,
      expires_in: String(idTokenSeconds),
      refresh_token: grant.refreshToken,
      token_type: 'Bearer',
      user_id: grant.user.id,
      project_id: accounts.projectId,
    });
  });
}

/** Registers a call of the SDK, whose handler returns the answer, or a refusal as a text. */
type Serve = <Body>(
  action: string,
  struct: Struct<Body>,
  handle: (body: Body, address: string) => Promise<object | SdkRefusal>,
  options?: { isCounted: boolean },
) => void;

function sdkCallServer(app: App, gateway: Gateway): Serve {
  return (action, struct, handle, { isCounted } = { isCounted: true }) => {
    // A colon in a path starts a parameter, so the call becomes one with a single value.
    app.post(`${base}/:call{accounts:${action}}`, async (context) => {
      const { address } = context.env;
      if (isCounted && (await limitAddress(gateway, `POST ${action}`, address, sdkLimit))) {
        return sdkRefusal('TOO_MANY_ATTEMPTS_TRY_LATER');
      }
      const json = await readJson(context.req.raw);
      if (isRefusal(json)) return sdkRefusal('INVALID_ARGUMENT');
      const [wrong, body] = struct.validate(json.value);
      if (wrong) return sdkRefusal('INVALID_ARGUMENT');
      const answer = await handle(body, address);
      return isRefusalCode(answer) ? sdkRefusal(answer) : context.json(answer);
    });
  };
}

function tokensOf({ idToken, refreshToken }: TokenPair): object {
  return { idToken, refreshToken, expiresIn: String(idTokenSeconds) };
}

function userAnswer(user: IdentityUser): object {
  const { id, email } = user;
  return {
    localId: id,
    email,
    emailVerified: false,
    tenantId: user.tenantId,
    validSince: String(Math.floor(user.validSince.getTime() / 1000)),
    createdAt: String(user.createdAt.getTime()),
    lastLoginAt: String((user.lastLoginAt ?? user.createdAt).getTime()),
    providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
  };
}

/** The SDK reads the code at the start of the message. */
function sdkRefusal(message: SdkRefusal): Response {
  const status = 400;
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  const headers = { 'Retry-After': String(slowLaneSeconds) };
  return Response.json(
    { error: { code: status, message, errors } },
    message === 'TOO_MANY_ATTEMPTS_TRY_LATER' ? { status, headers } : { status },
  );
}
