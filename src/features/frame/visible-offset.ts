/** The observer reports each percent of the frame's height that comes into view. */
const steps = Array.from({ length: 101 }, (_, step) => step / 100);

/**
 * Keeps the style `--seen` at the top of the frame's visible part, where dialogs open: the frame is
 * often taller than the window around it.
 * @returns the function that stops it.
 */
export function followSeenPart(): () => void {
  const { style } = document.documentElement;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) style.setProperty('--seen', `${entry.intersectionRect.top}px`);
    },
    { threshold: steps },
  );
  observer.observe(document.body);
  return () => observer.disconnect();
}
