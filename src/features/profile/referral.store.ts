import { atom } from 'nanostores';
import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { onSignOut } from '../session/session.store.ts';

export function referralCode({ mgmCode }: Consumer, campaign: Campaign): string | null {
  return isOn(campaign, 'MGM_ENABLED') ? mgmCode || null : null;
}

const copiedMs = 3000;

type Copy = { state: 'none' } | { state: 'copied' } | { state: 'failed'; link: string };

/** How the last copy went; a link that could not be copied stays in view. */
export const $copy = atom<Copy>({ state: 'none' });

let copiedTimer: ReturnType<typeof setTimeout> | undefined;

/** The address carries the code, which the site keeps until the friend signs up. */
function shareLink(code: string): string {
  const home = new URL(environment().homeUrl());
  home.searchParams.set('mgm', code);
  return home.href;
}

function shareText(code: string): string {
  return [
    `Participe comigo da promoção ${environment().site.campaign.name}`,
    `Meu código de indicação: ${code}`,
    shareLink(code),
  ].join('\n');
}

/** Copies the link when sharing fails, but not when the user cancels it. */
export async function shareCode(code: string): Promise<void> {
  const { device, report } = environment();
  const text = shareText(code);
  if (device.isMobile() && (await tryShare(text))) return;
  try {
    await device.copy(text);
    showCopied();
  } catch (failure) {
    report(failure);
    clearTimeout(copiedTimer);
    onSignOut(forgetCopied);
    $copy.set({ state: 'failed', link: shareLink(code) });
  }
}

async function tryShare(text: string): Promise<boolean> {
  try {
    await environment().device.share(text);
    return true;
  } catch (failure) {
    return failure instanceof Error && failure.name === 'AbortError';
  }
}

function showCopied(): void {
  $copy.set({ state: 'copied' });
  clearTimeout(copiedTimer);
  copiedTimer = setTimeout(forgetCopied, copiedMs);
}

function forgetCopied(): void {
  $copy.set({ state: 'none' });
}
