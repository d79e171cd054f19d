import { useLayoutEffect, useState } from 'react';

/** False in the first render, as on the server; true before the next key, so that Enter counts. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useLayoutEffect(() => setHydrated(true), []);
  return isHydrated;
}

/** In the page from the start, though empty, so that screen readers announce changes. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

export function Loading() {
  return (
    <p className="loading" role="status">
      Carregando…
    </p>
  );
}
