import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readFileInSteps } from '../../../../../src/features/receipts/file/reading.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { smallPicture } from '../../../../support/receipt-body.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const postedToWorker = vi.fn();

/** A browser's worker whose script never arrives. */
class SilentWorker extends EventTarget {
  postMessage = postedToWorker;
  terminate(): void {}
}

const gateway = await gatewayOfFile();
let host: TestHost;

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('ImageBitmap', class {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(() => {
  postedToWorker.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a device that does not answer leaves the file to the person and the server after 20 seconds', async () => {
  const bytes = Buffer.from(await smallPicture(), 'base64');
  const file = new File([bytes], 'nota.png', { type: 'image/png' });
  const steps = readFileInSteps(file, null, new AbortController().signal);
  expect((await steps.next()).value).toEqual({ state: 'reading', by: 'device' });
  const second = steps.next();
  await waitFor(() => expect(postedToWorker).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await second).value).toEqual({ state: 'reading', by: 'server' });
  const third = steps.next();
  await vi.advanceTimersByTimeAsync(1);
  const sent = { state: 'read', file: { upload: file, fileType: 'image/png' } };
  const nothingRead = { readFields: {}, officeValues: {} };
  expect((await third).value).toMatchObject({
    ...sent,
    fields: { ...nothingRead, serverReading: 'late' },
  });
  vi.useRealTimers();
  expect((await steps.next()).value).toMatchObject({
    ...sent,
    fields: { ...nothingRead, serverReading: 'settled' },
  });
});

const wrongFile = { code: 'INVALID_REQUEST', fields: [{ field: 'imageBase64', message: 'Nada' }] };

it.each([
  ['is down', 503, { code: 'UNAVAILABLE' }, 'failed'],
  ['has too much to do', 429, { code: 'TOO_MANY_REQUESTS' }, 'failed'],
  ['refuses the file', 400, wrongFile, 'settled'],
] as const)(
  'a server that %s has read or not, as the page then says',
  async (_, status, error, state) => {
    const file = new File([Buffer.from(await smallPicture(), 'base64')], 'nota.png', {
      type: 'image/png',
    });
    const refusal = Response.json({ statusCode: status, error }, { status });
    host.intercept('POST /ocr/execute', refusal, Infinity);
    const steps = readFileInSteps(file, null, new AbortController().signal);
    const reading = lastOf(steps);
    await waitFor(() => expect(postedToWorker).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(60_000);
    const fields = { readFields: {}, officeValues: {}, serverReading: state };
    expect(await reading).toMatchObject({ fields });
  },
);

async function lastOf(steps: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown = null;
  for await (const step of steps) last = step;
  return last;
}
