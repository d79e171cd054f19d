import type { Figure } from './dialog.tsx';

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
      <button
        type="button"
        className="button"
        onClick={({ currentTarget }) => {
          focusTitle(currentTarget);
          onRetry();
        }}
      >
        Tentar de novo
      </button>
    </>
  );
}

/** The title of the dialog or page: the button that was pressed goes away. */
function focusTitle(button: Element): void {
  const around = button.closest('dialog') ?? document;
  const title = around.querySelector<HTMLElement>('h1, .dialog-title');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
