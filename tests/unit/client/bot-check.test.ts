// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { botToken } from '../../../src/client/bot-check.ts';
import { startFastTime, stopFastTime } from '../../support/fast-time.ts';

afterEach(stopFastTime);

const serviceScript = () => document.querySelector('#google-recaptcha-v3');

test('a service that was out of reach is asked anew by the next form, on the same page', async () => {
  startFastTime('setTimeout', 'clearTimeout');
  await expect(botToken('key', 'preload')).rejects.toMatchObject({ kind: 'unavailable' });
  stopFastTime();
  const unreached = serviceScript();
  const token = botToken('key', 'create_coupon');
  await expect.poll(() => serviceScript() ?? unreached).not.toBe(unreached);
  const answering = {
    ready: (go: () => void) => go(),
    execute: async (_: unknown, { action }: { action: string }) => action,
  };
  Object.assign(window, { grecaptcha: answering });
  serviceScript()?.dispatchEvent(new Event('load'));
  expect(await token).toBe('create_coupon');
});
