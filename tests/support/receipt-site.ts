import { buildCampaign, embeddedCampaign } from '../../src/campaign/load.ts';
import type { ReceiptSite } from '../../src/environment.ts';
import { receiptProps } from '../../src/layouts/site-props.ts';

interface Asked {
  variant?: '19' | 'all';
}

/** What pages of receipts know of the example campaign, on a day on which it is open. */
export async function receiptSite({ variant = '19' }: Asked = {}): Promise<ReceiptSite> {
  // Props of receipts name the build's pictures.
  await buildCampaign();
  const today = '2026-11-23';
  return receiptProps(embeddedCampaign({ variant, window: 'live', tenantId: 'embedded', today }));
}

const photo = new File(['x'], 'nota.jpg');

/** A form with a photo that has been read, and what was read of it. */
export function filledWith(readFields: Readonly<Record<string, string>>) {
  return {
    step: 'filling',
    file: { file: photo, unusable: null, upload: photo, fileType: 'image/jpeg' },
    violation: null,
    readFields,
    officeValues: {},
    serverReading: 'settled',
  } as const;
}

/** The receipt of `filling` while it is sent, and no device stores it. */
export function sendingOf(filling: ReturnType<typeof filledWith>, stop = new AbortController()) {
  return { ...filling, step: 'sending', stop, isStoredOnDevice: false } as const;
}
