import { useLayoutEffect, useState } from 'react';
import type { Figure } from './dialog.tsx';

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

interface NotLoadedProps {
  lines: readonly string[];
  onRetry: () => void;
}

export function NotLoadedPanel({ figure, ...props }: NotLoadedProps & { figure: Figure }) {
  return (
    <section className="panel empty-state not-loaded">
      <img className="figure-disc" {...figure} alt="" />
      <NotLoaded {...props} />
    </section>
  );
}

export function NotLoaded({ lines, onRetry }: NotLoadedProps) {
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
