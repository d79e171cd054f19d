import { useEffect, useState } from 'react';

type StyleSheetState = 'loading' | 'loaded' | 'failed';

/**
 * Loads a style sheet that only some visitors need, while the caller is shown.
 * @param url null as long as it is not needed
 */
export function useStyleSheet(url: string | null): StyleSheetState {
  const [state, setState] = useState<StyleSheetState>('loading');
  useEffect(() => {
    if (url === null) return;
    const link = appendSheet(url, setState);
    return () => {
      link.remove();
      setState('loading');
    };
  }, [url]);
  return state;
}

/** Loads a style sheet that stays. Fulfilled even if it fails, as what it styles can be used without. */
export function loadStyleSheet(url: string): Promise<unknown> {
  return new Promise((resolve) => appendSheet(url, resolve));
}

function appendSheet(url: string, end: (state: 'loaded' | 'failed') => void): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.addEventListener('load', () => end('loaded'));
  link.addEventListener('error', () => end('failed'));
  document.head.append(link);
  return link;
}
