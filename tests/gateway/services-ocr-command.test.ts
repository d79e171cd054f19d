import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { nothingRead } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { startReadingProcess } from '../../src/gateway/services/ocr/reading-processes.ts';
import { tesseractFinder } from '../../src/gateway/services/ocr/tesseract-command.ts';
import { temporaryFolder } from '../support/folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('a machine that can start no command reads nothing, and the gateway goes on', async () => {
  let asked = 0;
  const command = {
    recognise: () => {
      asked += 1;
      return Promise.reject(new Error('Too many open files'));
    },
  };
  const reader = startReadingProcess();
  const background = '#ffffff';
  const page = sharp({ create: { width: 600, height: 900, channels: 3, background } });
  const file = new Uint8Array(await page.png().toBuffer());
  const request = { file, type: 'image/png', engine: 'command' } as const;
  expect(await reader.read(request, AbortSignal.timeout(20_000), { command })).toEqual(nothingRead);
  expect(asked).toBeGreaterThan(0);
  expect(reader.alive).toBe(true);
  await reader.end();
});

test('a Tesseract that was too slow to list its languages is asked again a minute later', async () => {
  const folder = await temporaryFolder();
  const awake = join(folder.path, 'awake');
  for (const program of ['tesseract', 'prlimit']) {
    const script = `#!/bin/sh\n[ -e ${awake} ] && echo por\n`;
    await writeFile(join(folder.path, program), script, { mode: 0o755 });
  }
  vi.stubEnv('PATH', folder.path);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const findTesseract = tesseractFinder();
  expect(await findTesseract()).toBeNull();
  await writeFile(awake, '');
  expect(await findTesseract()).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(await findTesseract()).not.toBeNull();
  await folder.remove();
});
