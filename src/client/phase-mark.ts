import { type CampaignCourse, campaignPhase } from '../rules/campaign-phase.ts';
import { clockEvent, clockKey, gatewayTime } from './clock.ts';
import type { KeyValueStore } from './key-value-store.ts';

/**
 * Marks <html> with the phase by the gateway's clock. The page stamp does so before anything is
 * drawn, and at every click, by the device's: where that is wrong, this comes after it.
 */
export function syncPhase(campaign: CampaignCourse, storage: KeyValueStore): void {
  const mark = () => {
    if (storage.get(clockKey) === null) return;
    const phase = campaignPhase(campaign, gatewayTime(storage));
    document.documentElement.dataset['phase'] = phase === 'not-published' ? 'not-started' : phase;
  };
  mark();
  window.addEventListener(clockEvent, mark);
  window.addEventListener('click', mark, true);
}
