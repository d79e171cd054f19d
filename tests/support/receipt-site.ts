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
