import { scrypt } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { readSignedToken } from '../../src/gateway/services/identity/id-tokens.ts';

const { privateKey, publicKey } = await generateKeyPair('RS256');
const stranger = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' };
const keys = createLocalJWKSet({ keys: [jwk] });
const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1000;
const terms = { issuer: 'https://issuer.example', audience: 'promo', now };
const claims = { iss: terms.issuer, aud: terms.audience, sub: 'ana', exp: seconds + 1 };

const readToken = (token: string) => readSignedToken(token, keys, terms);
const signToken = (changed: object = {}, header: object = {}, key = privateKey) =>
  new SignJWT({ ...claims, ...changed })
    .setProtectedHeader({ alg: 'RS256', kid: 'ours', ...header })
    .sign(key);

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a good token says what it claims', async () => {
  expect(await readToken(await signToken())).toEqual(claims);
  expect(await readToken(await signToken({ nbf: seconds }))).toEqual({ ...claims, nbf: seconds });
});

test.each([
  ['that is over', { exp: seconds }],
  ['without an end', { exp: undefined }],
  ['that begins later', { nbf: seconds + 1 }],
  ['from another issuer', { iss: 'https://other.example' }],
  ['for another audience', { aud: 'other' }],
  ['for many audiences', { aud: ['promo', 'other'] }],
])('a token %s is invalid', async (_, changed) => {
  expect(await readToken(await signToken(changed))).toBeNull();
});

test('a token signed by an unknown key, even one named like ours, is invalid', async () => {
  expect(await readToken(await signToken({}, { kid: 'theirs' }))).toBeNull();
  expect(await readToken(await signToken({}, {}, stranger.privateKey))).toBeNull();
});

test('a changed token is invalid', async () => {
  const [header, , signature] = (await signToken()).split('.');
  expect(
    await readToken(`${header}.${encodePart({ ...claims, sub: 'bia' })}.${signature}`),
  ).toBeNull();
});

test('a token of another kind, or with an extension, is invalid', async () => {
  const publicText = new TextEncoder().encode(JSON.stringify(jwk));
  const byText = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
    .sign(publicText);
  const [, payload, signature] = (await signToken()).split('.');
  for (const token of [
    byText,
    `${encodePart({ alg: 'none' })}.${payload}.`,
    `${encodePart({ alg: 'none' })}.${payload}.${signature}`,
    await signToken({}, { crit: ['b64'], b64: true }),
    '',
    'rubbish',
    'a.b.c',
    `${await signToken()}.more`,
  ]) {
    expect(await readToken(token)).toBeNull();
  }
});

test('unavailable keys are a failure, not a bad token', async () => {
  const away = () => Promise.reject(new Error('away'));
  await expect(readSignedToken(await signToken(), away, terms)).rejects.toThrow('away');
});

test('a token is read while all of libuv’s threads are busy', async () => {
  const token = await signToken();
  await readToken(token);
  let done = 0;
  const works = Array.from(
    { length: 12 },
    () =>
      new Promise<void>((resolve) => {
        scrypt('password', 'salt', 32, { N: 2 ** 14 }, () => {
          done += 1;
          resolve();
        });
      }),
  );
  expect(await readToken(token)).toEqual(claims);
  expect(done).toBe(0);
  await Promise.all(works);
});
