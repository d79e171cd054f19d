import type { Campaign } from '../../contract/campaign.ts';
import { parameter } from '../../rules/parameters.ts';

/** MYREC-08: where the campaign sends people once a receipt is in; nothing when it says nothing. */
export function AfterReceiptLink({ campaign }: { campaign: Campaign }) {
  const url = parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK');
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME') ?? url}
    </a>
  );
}
