import { debugCookie } from '../storage-keys.ts';
import { inlineScript } from './before-first-paint.ts';

/** `?debug=secret` switches it on for 7 days. The page holds only the SHA-256 of the secret. */
export function debugScript(secretHash: string): string {
  return inlineScript(debugSwitch, { secretHash, cookie: debugCookie });
}

function debugSwitch({ secretHash, cookie }: { secretHash: string; cookie: string }): void {
  const htmlState = document.documentElement.dataset;
  const remember = (seconds: number) => {
    document.cookie = `${cookie}=on;path=/;max-age=${seconds}`;
  };
  const end = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('.debug-tag'))) return;
    remember(0);
    location.reload();
  };
  if (document.cookie.includes(`${cookie}=on`)) htmlState.debug = 'on';
  const secret = new URLSearchParams(location.search).get('debug');
  if (secret) {
    // Users share addresses and trackers read them, so the secret must not stay there.
    history.replaceState(null, '', location.pathname + location.hash);
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)).then((digest) => {
      const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
      if (hash.join('') !== secretHash) return;
      remember(7 * 86400);
      htmlState.debug = 'on';
    });
  }
  addEventListener('dblclick', end);
  addEventListener('touchend', end);
  addEventListener('click', (event) => event.detail === 0 && end(event));
}
