import { trustedAddress } from '../../readers/workers.ts';

/** Loads a script of this site into the page, once. */
export function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = trustedAddress(address);
  document.head.append(script);
}
