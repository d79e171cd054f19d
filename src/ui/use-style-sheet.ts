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
    const removeSheet = appendSheet(url, setState);
    return () => {
      removeSheet();
      setState('loading');
    };
  }, [url]);
  return state;
}

/** Loads a style sheet that stays. Fulfilled even if it fails, as what it styles can be used without. */
export function loadStyleSheet(url: string): Promise<unknown> {
  return new Promise((resolve) => appendSheet(url, resolve));
}

/** Asks a second time for a sheet that fails, as a device that changes its network loses what is on its way. */
function appendSheet(url: string, end: (state: 'loaded' | 'failed') => void): () => void {
  const link = document.createElement('link');
  let pause: ReturnType<typeof setTimeout> | undefined;
  link.rel = 'stylesheet';
  link.href = url;
  link.addEventListener('load', () => end('loaded'));
  link.addEventListener('error', () => {
    if (pause) return end('failed');
    link.remove();
    pause = setTimeout(() => document.head.append(link), 1000);
  });
  document.head.append(link);
  return () => {
    clearTimeout(pause);
    link.remove();
  };
}
