import { atom } from 'nanostores';
import { environment } from '../../environment.ts';

/** Specification, section 9: how long the tooltip says that the text was copied. Milliseconds. */
const copiedFor = 3000;

/** The text was copied a moment ago. */
export const $copied = atom(false);

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** MGM-07: what friends read, with the address that keeps the code until they register. */
export function shareText(code: string): string {
  const { site, homeUrl } = environment();
  const home = new URL(homeUrl());
  home.searchParams.set('mgm', code);
  return [
    `Participe comigo da promoção ${site.campaign.name}`,
    `Meu código de indicação: ${code}`,
    home.href,
  ].join('\n');
}

/**
 * Shares the code: natively on a phone, elsewhere by the clipboard (MGM-06). A native share that
 * fails falls back to copying, one that the person closes does not; a failed copy is only logged
 * (MGM-08).
 */
export async function shareCode(code: string): Promise<void> {
  const { device, report } = environment();
  const text = shareText(code);
  if (device.isMobile() && (await isShared(text))) return;
  try {
    await device.copy(text);
    showCopied();
  } catch (failure) {
    report(failure);
  }
}

async function isShared(text: string): Promise<boolean> {
  try {
    await environment().device.share(text);
    return true;
  } catch (failure) {
    return failure instanceof Error && failure.name === 'AbortError';
  }
}

function showCopied(): void {
  $copied.set(true);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => $copied.set(false), copiedFor);
}
