import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import {
  createOneTimeCodeEndpoint,
  exchangeOneTimeCodeEndpoint,
} from '../../src/contract/sign-in.ts';
import { findSecret } from '../../src/gateway/db/queries/secrets.ts';
import {
  getOrCreateReceiptLinkKey,
  signedFilePath,
} from '../../src/gateway/receipts/receipt-files-and-links.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import { passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit, refused, renewToken, signInAs } from '../support/identity-toolkit.ts';

const tenantId = 'embedded';
const minute = 60_000;

let ana: TestConsumer;

const site = await openGateway();
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

const signIn = (body: object = {}, from?: string) => signInAs(site, ana, body, from);

const statusWith = async (token: string) => (await site.call(getMeEndpoint, { token })).status;

describe('a token', () => {
  const key = () => findSecret(site.gateway.database, 'identity-signing-key');

  async function forged(claims: object, header: object = {}): Promise<string> {
    const jwk = JSON.parse(await key());
    const good = decodeJwt(ana.token);
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid, ...header })
      .sign(
        await crypto.subtle.importKey(
          'jwk',
          jwk,
          { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
          false,
          ['sign'],
        ),
      );
  }

  test('opens its owner’s data for an hour', async () => {
    expect(await statusWith(ana.token)).toBe(200);
    site.passTime(59 * minute);
    expect(await statusWith(ana.token)).toBe(200);
    site.passTime(1 * minute);
    expect(await statusWith(ana.token)).toBe(401);
  });

  test('forged with the right key would pass, so that the cases below fail for their own reason', async () => {
    expect(await statusWith(await forged({}))).toBe(200);
  });

  test.each([
    ['of another tenant', { firebase: { tenant: 'other' } }],
    ['of no tenant', { firebase: {} }],
    ['of another project', { aud: 'other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['without a consumer', { sub: undefined }],
    ['of a user who never registered', { sub: 'stranger' }],
    ['without an end', { exp: undefined }],
  ])('%s is invalid', async (_, claims) => {
    const token = await forged(claims);
    expect(await statusWith(token)).toBe(401);
  });

  test('is invalid without a signature, with a broken one, or if absent', async () => {
    const claims = decodeJwt(ana.token);
    expect(await statusWith(new UnsecuredJWT(claims).encode())).toBe(401);
    expect(await statusWith(`${ana.token.slice(0, -4)}AAAA`)).toBe(401);
    expect(await statusWith('rubbish')).toBe(401);
    expect(
      (await site.send('/api/consumer/me', { headers: { authorization: `Basic ${ana.token}` } }))
        .status,
    ).toBe(401);
  });

  test('is invalid in another tenant of the same database', async () => {
    const identity = { kind: 'embedded', projectId: 'promocao', tenantId: 'other' } as const;
    const { database } = site.gateway;
    await changeCampaign(site, ({ parameters, ...campaign }) => ({
      ...campaign,
      parameters: parameters.map((entry) =>
        entry.code === 'TENANT_ID' ? { ...entry, value: 'other' } : entry,
      ),
    }));
    const other = await openGateway({ database, settings: { identity }, now: site.clock.now });
    expect((await other.call(getMeEndpoint, { token: ana.token })).status).toBe(401);
    await expect(other.signIn(ana)).rejects.toThrow('refused');
    await other.close();
    await changeCampaign(site, (campaign) => campaign);
  });

  test('stays valid when the process restarts', async () => {
    const { database } = site.gateway;
    const restarted = await openGateway({ database, now: site.clock.now });
    expect((await restarted.call(getMeEndpoint, { token: ana.token })).status).toBe(200);
    await restarted.close();
  });
});

describe('a session', () => {
  test('is renewed for as long as it lasts', async () => {
    const { body: signedIn } = await signIn();
    site.passTime(30 * 24 * 60 * minute);
    const { status, body } = await renewToken(site, signedIn.refreshToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expires_in: '3600',
      token_type: 'Bearer',
      user_id: signedIn.localId,
      project_id: 'promocao',
    });
    expect(body.access_token).toBe(body.id_token);
    expect(await statusWith(body.id_token)).toBe(200);
    expect(decodeJwt(body.id_token).auth_time).toBe(decodeJwt(signedIn.idToken).auth_time);
  });

  test('is not renewed by rubbish, nor for a disabled user', async () => {
    const { body } = await signIn();
    expect(await renewToken(site, 'rubbish')).toEqual(refused('INVALID_REFRESH_TOKEN'));
    await site.query('update identity_users set disabled = true where id = $1', [body.localId]);
    expect(await renewToken(site, body.refreshToken)).toEqual(refused('USER_DISABLED'));
    expect(await callToolkit(site, 'lookup', { idToken: body.idToken })).toEqual(
      refused('USER_DISABLED'),
    );
  });

  test('is stored so that a reader of the database cannot use it', async () => {
    const { body } = await signIn();
    const rows = await site.query('select * from identity_sessions');
    expect(JSON.stringify(rows)).not.toContain(body.refreshToken);
  });

  test('knows its user, without the password', async () => {
    const { body } = await callToolkit(site, 'lookup', { idToken: ana.token });
    expect(body.users).toHaveLength(1);
    expect(body.users[0]).toMatchObject({ email: ana.consumer.email, tenantId });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|salt|scrypt/);
    expect(await callToolkit(site, 'lookup', { idToken: 'rubbish' })).toEqual(
      refused('INVALID_ID_TOKEN'),
    );
  });
});

describe('an operator', () => {
  const ended = refused('TOKEN_EXPIRED');

  async function receiptPicture(): Promise<string> {
    const { id } = (await site.sendReceipt(await site.signUp())).body;
    const { database, snapshot, now } = site.gateway;
    const name = { campaignId: snapshot.campaign.id, receiptId: Number(id) };
    return signedFilePath(await getOrCreateReceiptLinkKey(database), name, now());
  }

  test('signs one person out everywhere, who signs in again', async () => {
    const bia = await site.signUp();
    const { body } = await signIn();
    const { email } = ana.consumer;
    await callToolkit(site, 'sendOobCode', { requestType: 'PASSWORD_RESET', email, tenantId });
    const oobCode = await passwordCodeFor(site, email);
    const { code } = (await site.call(createOneTimeCodeEndpoint, { token: ana.token })).body;
    const signedOut = await site.operateRows('consumers', 'sign-out', ana.id, 99_999);
    expect(signedOut).toEqual([
      { consumer: ana.id, sessions: 2 },
      { id: 99_999, refused: expect.stringContaining('NOT_FOUND') },
    ]);
    expect(await statusWith(body.idToken)).toBe(401);
    expect(await renewToken(site, body.refreshToken)).toEqual(ended);
    expect(
      (await site.call(exchangeOneTimeCodeEndpoint, { body: { code, isConfirmed: true } })).status,
    ).toBe(401);
    const reset = { oobCode, newPassword: 'Novinha1', tenantId };
    expect(await callToolkit(site, 'resetPassword', reset)).toEqual(refused('INVALID_OOB_CODE'));
    expect(await statusWith(bia.token)).toBe(200);
    expect(await statusWith(await site.signIn(ana))).toBe(200);
  });

  test('signs everyone out of a promotion without people, and speaks of no other service', async () => {
    const empty = await openGateway();
    const { progress } = await empty.operate('consumers', 'sign-out', 'all', '--dry-run');
    expect(progress.join()).not.toContain('Identity Platform');
    await empty.close();
  });

  test('signs everyone out, and what was signed by the keys of before opens nothing after a start', async () => {
    const { body } = await signIn();
    const { name } = site.gateway.snapshot.campaign;
    const all = (...words: string[]) => site.operate('consumers', 'sign-out', 'all', ...words);
    expect((await all()).text).toContain(`--confirm "${name}"`);
    await all('--dry-run');
    expect(await statusWith(body.idToken)).toBe(200);
    const picture = await receiptPicture();
    expect((await site.send(picture)).status).toBe(200);
    const { refreshToken: ofAnotherCampaign } = (await signInAs(site, await site.signUp())).body;
    await site.query(
      "update consumers set identity_id = 'other' where id = (select max(id) from consumers)",
    );
    expect((await all('--confirm', name)).exitCode).toBe(0);
    expect(await statusWith(body.idToken)).toBe(401);
    expect((await site.send(picture)).status).toBe(404);
    expect(await renewToken(site, ofAnotherCampaign)).toEqual(ended);
    expect(await renewToken(site, body.refreshToken)).toEqual(ended);
    const token = await site.signIn(ana);
    expect(await statusWith(token)).toBe(200);
    const { database } = site.gateway;
    const restarted = await openGateway({ database, now: site.clock.now });
    expect((await restarted.call(getMeEndpoint, { token })).status).toBe(401);
    const fresh = await restarted.signIn(ana);
    expect((await restarted.call(getMeEndpoint, { token: fresh })).status).toBe(200);
    await restarted.close();
  });
});
