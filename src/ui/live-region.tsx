/** Announces changes to screen readers. It must stand in the page from the start, empty. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}
