import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { problemOf } from '../../../../../src/features/receipts/camera/camera.ts';
import {
  $viewfinder,
  closeViewfinder,
  ignoreInCamera,
  newReceiptIn,
  openViewfinder,
  seenIn,
  startViewfinder,
  switchTorch,
  watchForReceipt,
} from '../../../../../src/features/receipts/camera/viewfinder.store.ts';
import {
  $outbox,
  type OutboxItem,
} from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import type { FoundCode } from '../../../../../src/readers/picture.worker.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

/** The device's camera, as browsers show it. */
class Track extends EventTarget {
  readyState = 'live';
  readonly abilities: object;
  readonly applied: unknown[] = [];

  constructor(abilities: object = {}) {
    super();
    this.abilities = abilities;
  }

  getCapabilities = () => this.abilities;
  stop = () => {
    this.readyState = 'ended';
  };
  applyConstraints = async (constraints: unknown) => {
    this.applied.push(constraints);
  };
}

interface Browser {
  permission?: PermissionState | (() => PermissionState);
  devices?: string[];
  isHeld?: boolean;
  isFramed?: boolean;
  drawsInWorkers?: boolean;
  open?: () => Promise<Track>;
}

let page: EventTarget & { visibilityState: string };
let leave = () => {};

function openPage(
  {
    permission = 'prompt',
    devices = ['videoinput'],
    isHeld = true,
    isFramed = false,
    drawsInWorkers = true,
    open = async () => new Track(),
  }: Browser,
  start = { onlyAfterPress: false },
): void {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = Object.assign(new EventTarget(), {
    top: {},
    matchMedia: () => ({ matches: isHeld }),
    ...(drawsInWorkers && { OffscreenCanvas: class {} }),
  });
  if (!isFramed) window.top = window;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', {
    permissions: {
      query: async () => ({ state: typeof permission === 'string' ? permission : permission() }),
    },
    mediaDevices: {
      enumerateDevices: async () => devices.map((kind) => ({ kind })),
      async getUserMedia() {
        const track = await open();
        return { getTracks: () => [track], getVideoTracks: () => [track] };
      },
    },
  });
  leave = startViewfinder(start);
}

async function becomes(state: object): Promise<void> {
  await waitFor(() => expect($viewfinder.get()).toMatchObject(state));
}

beforeEach(() => {
  setEnvironment(pageEnvironment({ site }));
  leave = () => {};
});

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

describe('the camera', () => {
  it.each<[string, Browser, object]>([
    ['opens at once on a phone', {}, { state: 'looking' }],
    ['waits for a press on a computer', { isHeld: false }, { state: 'closed', offer: 'ask' }],
    ['waits for a press in a frame', { isFramed: true }, { state: 'closed', offer: 'ask' }],
    [
      'opens at once where it was allowed before',
      { isHeld: false, permission: 'granted' },
      { state: 'looking' },
    ],
    ['is not offered once refused', { permission: 'denied' }, { state: 'closed', offer: 'none' }],
    [
      'is not offered where codes could not be looked for',
      { drawsInWorkers: false },
      { state: 'closed', offer: 'none' },
    ],
    [
      'is not offered where there is none',
      { devices: ['audioinput'] },
      { state: 'closed', offer: 'none' },
    ],
  ])('%s', async (_, browser, state) => {
    openPage(browser);
    await becomes(state);
  });

  it.each([
    ['NotAllowedError', 'refused', 'ask'],
    ['NotFoundError', 'missing', 'none'],
    ['NotReadableError', 'busy', 'ask'],
    ['Error', 'failed', 'ask'],
  ])('fails with %s: %s, and files can be chosen', async (name, problem, offer) => {
    openPage({
      open: async () => {
        throw new DOMException('', name);
      },
    });
    await becomes({ state: 'closed', problem, offer });
  });

  it('is not offered again once the browser says that it was refused for good', async () => {
    const permissions = ['prompt', 'denied'] as const;
    let asked = 0;
    openPage({
      permission: () => permissions[asked] ?? 'denied',
      open: async () => {
        asked += 1;
        throw new DOMException('', 'NotAllowedError');
      },
    });
    await becomes({ state: 'closed', problem: 'refused', offer: 'none' });
  });

  it('waits for a press in a tab whose question was dismissed before, until it opens', async () => {
    const open = vi.fn(async (): Promise<Track> => {
      throw new DOMException('', 'NotAllowedError');
    });
    openPage({ open });
    await becomes({ state: 'closed', problem: 'refused', offer: 'ask' });
    leave();
    openPage({ open });
    await becomes({ state: 'closed', problem: null, offer: 'ask' });
    expect(open).toHaveBeenCalledTimes(1);
    await openViewfinder();
    await becomes({ state: 'closed', problem: 'refused', offer: 'none' });
    open.mockImplementation(async () => new Track());
    await openViewfinder();
    await becomes({ state: 'looking' });
    leave();
    openPage({ open });
    await becomes({ state: 'looking' });
  });

  it('can be opened again after another program took it', async () => {
    const tracks: Track[] = [];
    const open = async () => {
      tracks.push(new Track());
      return tracks.at(-1) ?? new Track();
    };
    openPage({ open });
    await becomes({ state: 'looking' });
    tracks[0]?.dispatchEvent(new Event('ended'));
    await becomes({ state: 'closed', problem: 'lost', offer: 'ask' });
    await openViewfinder();
    await becomes({ state: 'looking' });
    expect(tracks).toHaveLength(2);
  });

  it('is free while the page is hidden, also when it opens only then', async () => {
    const answer = Promise.withResolvers<void>();
    const late = new Track();
    openPage({ open: () => answer.promise.then(() => late) });
    await becomes({ state: 'opening' });
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    answer.resolve();
    await waitFor(() => expect(late.readyState).toBe('ended'));
    expect($viewfinder.get()).toEqual({ state: 'resting' });
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await becomes({ state: 'looking' });
  });

  it('is free once its person closes it, and when the page is left', async () => {
    const track = new Track();
    openPage({ open: async () => track });
    await becomes({ state: 'looking' });
    closeViewfinder();
    expect(track.readyState).toBe('ended');
    const other = new Track();
    openPage({ open: async () => other });
    await becomes({ state: 'looking' });
    leave();
    expect(other.readyState).toBe('ended');
  });
});

it('the camera waits for a press after a receipt was queued, whose paper still lies before it', async () => {
  openPage({}, { onlyAfterPress: true });
  await becomes({ state: 'closed', offer: 'ask' });
});

function itemOf(identifier: string, state: OutboxItem['state']): OutboxItem {
  return { state, receipt: { content: { identifier } } } as OutboxItem;
}

it('a code of a receipt that was sent, or waits to be sent, is not taken again', () => {
  const see = (key: string) => {
    const receipt = { accessKey: { key }, issuedIn: 'production' } as FoundCode;
    const view = { receipt, others: false, several: false, jpeg: new Blob() };
    expect(newReceiptIn(view) === null).toBe(seenIn(view) === 'sent');
    return seenIn(view);
  };
  expect(see('1')).toBe('nothing');
  ignoreInCamera('1');
  $outbox.set([itemOf('2', 'queued'), itemOf('3', 'refused')]);
  expect([see('1'), see('2'), see('3')]).toEqual(['sent', 'sent', 'nothing']);
  $outbox.set([]);
  expect([see('1'), see('2')]).toEqual(['sent', 'nothing']);
});

it('the camera’s looks leave nothing on the signal that ends them', async () => {
  openPage({});
  const stop = new AbortController();
  let frames = 0;
  const video = {
    videoWidth: 0,
    requestVideoFrameCallback(look: () => void) {
      frames += 1;
      if (frames < 3) look();
    },
  } as unknown as HTMLVideoElement;
  const watching = watchForReceipt(video, () => {}, stop.signal);
  await waitFor(() => expect(frames).toBe(3));
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  stop.abort();
  await watching;
});

describe('the torch', () => {
  it('is offered where the device has one, and goes on and off', async () => {
    const track = new Track({ torch: true });
    openPage({ open: async () => track });
    await becomes({ state: 'looking', torch: 'off' });
    await switchTorch();
    expect($viewfinder.get()).toMatchObject({ torch: 'on' });
    await switchTorch();
    expect($viewfinder.get()).toMatchObject({ torch: 'off' });
    expect(track.applied).toEqual([
      { advanced: [{ torch: true }] },
      { advanced: [{ torch: false }] },
    ]);
  });

  it('is not offered elsewhere, nor where it does not answer', async () => {
    openPage({});
    await becomes({ state: 'looking', torch: null });
    leave();
    const track = new Track({ torch: true });
    track.applyConstraints = async () => {
      throw new DOMException('', 'OverconstrainedError');
    };
    openPage({ open: async () => track });
    await becomes({ state: 'looking', torch: 'off' });
    await switchTorch();
    expect($viewfinder.get()).toMatchObject({ state: 'looking', torch: null });
  });
});

it('an error that is not the camera’s is a failure like any other', () => {
  expect(problemOf('text')).toBe('failed');
});
