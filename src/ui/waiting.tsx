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
