import { useLayoutEffect, useState } from 'react';

/**
 * False on the server and in the browser's first render, which must agree; then true, before the
 * browser handles another key: a button that is still disabled would lose an Enter.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useLayoutEffect(() => setHydrated(true), []);
  return hydrated;
}

/** Announces changes to screen readers. It must stand in the page from the start, empty. */
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

/** Why the content did not load, and a button to try again. */
export function NotLoaded({ lines, onRetry }: { lines: readonly string[]; onRetry: () => void }) {
  return (
    <>
      <p className="message message-danger" role="alert">
        {lines.join(' ')}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Tentar de novo
      </button>
    </>
  );
}
