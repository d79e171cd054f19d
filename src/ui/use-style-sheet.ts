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
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => setState('loaded'));
    link.addEventListener('error', () => setState('failed'));
    document.head.append(link);
    return () => {
      link.remove();
      setState('loading');
    };
  }, [url]);
  return state;
}
