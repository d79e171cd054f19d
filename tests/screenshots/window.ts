import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { stillBrowserOptions } from '../support/browser.ts';
import { type Scene as FilmScene, writeCameraVideo } from '../support/camera-video.ts';

export type Device = 'phone' | 'desk';

/**
 * A window has a finger for its pointer if it is emulated, but Chromium forgets that while it draws
 * a picture that is taller than the window, unless the whole browser knows no mouse.
 */
const fingers =
  'primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1';

/** @param film what the camera of the device films; it has none without */
export async function launchBrowser(device: Device, film?: readonly FilmScene[]): Promise<Browser> {
  const args = [...stillBrowserOptions.args];
  if (device === 'phone') args.push(`--blink-settings=${fingers}`);
  if (!film) return chromium.launch({ ...stillBrowserOptions, args });
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  const path = await writeCameraVideo(folder, film);
  args.push(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  );
  const browser = await chromium.launch({ ...stillBrowserOptions, args });
  browser.on('disconnected', () => void rm(folder, { recursive: true }));
  return browser;
}

/** A window of someone in Brazil who has answered the question about cookies; nothing moves in it. */
export async function openWindow(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addCookies([{ name: 'promo_consent', value: 'accepted', url: origin }]);
  return context.newPage();
}
