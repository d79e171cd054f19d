import sharp from 'sharp';
import { expect, test } from 'vitest';
import { nothingRead } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { startReadingProcess } from '../../src/gateway/services/ocr/start-reader.ts';

test('a machine that can start no command reads nothing, and the gateway goes on', async () => {
  let asked = 0;
  const reader = startReadingProcess({
    recognise: () => {
      asked += 1;
      return Promise.reject(new Error('Too many open files'));
    },
  });
  const background = '#ffffff';
  const page = sharp({ create: { width: 600, height: 900, channels: 3, background } });
  const file = new Uint8Array(await page.png().toBuffer());
  const request = { file, type: 'image/png', engine: 'command' } as const;
  expect(await reader.read(request, AbortSignal.timeout(20_000))).toEqual(nothingRead);
  expect(asked).toBeGreaterThan(0);
  expect(reader.alive).toBe(true);
  await reader.end();
});
