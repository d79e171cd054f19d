/** In place of content that has been asked for and is not there yet. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Carregando…
    </p>
  );
}

/** In place of content that did not come: why, and a way to ask again. */
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
