import { useEffect, useState } from 'react';

/**
 * Loads a style sheet that only some visitors need, while the caller is shown.
 * @param url null as long as it is not needed
 * @returns whether it has loaded
 */
export function useStyleSheet(url: string | null): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (url === null) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => setThere(true));
    document.head.append(link);
    return () => link.remove();
  }, [url]);
  return isThere;
}
