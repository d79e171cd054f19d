import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { readCredentials } from '../../src/client/credentials.ts';
import { abandonReceipt } from '../../src/features/receipts/new-receipt.store.ts';
import { $hasAnonymousPhoto } from '../../src/features/receipts/photo-first/anonymous-photo.tsx';
import {
  removeAnonymousPhoto,
  storeAnonymousPhoto,
} from '../../src/features/receipts/photo-first/photo-first.store.ts';
import { watchSession } from '../../src/features/session/session.store.ts';
import { receiptFromQr } from '../../src/rules/receipts/receipt-code.ts';
import { credentialsKey, draftPrefix } from '../../src/storage-keys.ts';
import { openGateway, type TestGateway } from './gateway.ts';
import { smallPicture } from './receipt-body.ts';
import { receiptFacts } from './receipts/receipt-facts.ts';
import { signedInHost } from './signed-in-host.ts';
import { setParameter, type TestHost } from './site-environment.ts';

/** What the photo shows. */
export const photographedReceipt = receiptFacts({
  cnpj: '11222333000181',
  issuedAt: new Date(),
  total: 5490,
  state: 'PR',
  seed: 71,
  qr: 'v2-offline',
});

/** Before each test of the file that calls this, a device without a signed-in user. */
export function signedOutDevice() {
  let gateway: TestGateway;
  let host: TestHost;
  let credentials: string;

  beforeAll(async () => {
    gateway = await openGateway();
    // Afterwards: a database that finds a window takes the process for a browser.
    const location = { pathname: '/' };
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
    const page = { documentElement: { dataset: {} }, hidden: false };
    vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  });

  beforeEach(async () => {
    ({ host } = await signedInHost(gateway));
    setParameter(host.site, 'OCR_ENABLED', 'false');
    credentials = host.storage.get(credentialsKey) ?? '';
    host.storage.remove(credentialsKey);
    readCredentials();
    watchSession();
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    window.location.pathname = '/';
    device.leave();
    device.leave = () => {};
    await removeAnonymousPhoto();
    abandonReceipt();
    setParameter(host.site, 'OCR_ENABLED', 'true');
  });

  afterAll(() => gateway.close());

  async function photograph(): Promise<void> {
    const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
    const file = new File([bytes], 'nota.jpg', { type: 'image/jpeg' });
    const code = receiptFromQr(photographedReceipt.qr);
    await storeAnonymousPhoto({ file, code: code && { ...code, source: 'qr' } });
  }

  function signIn(session = credentials): void {
    host.storage.set(credentialsKey, session);
    readCredentials();
  }

  async function credentialsOfAnother(): Promise<string> {
    const { token } = await gateway.signUp();
    return JSON.stringify({ ...JSON.parse(credentials), token });
  }

  /** Another tab of the same browser. */
  function openAnotherTab(): void {
    host.drafts.clear(draftPrefix);
    $hasAnonymousPhoto.set(false);
  }

  const device = {
    /** Ends what the page follows, as a reload does. */
    leave: () => {},
    get gateway() {
      return gateway;
    },
    get host() {
      return host;
    },
    photograph,
    signIn,
    credentialsOfAnother,
    openAnotherTab,
  };
  return device;
}
