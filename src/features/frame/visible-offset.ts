/** Steps at which the browser says how much of the frame is seen, of its whole height. */
const steps = Array.from({ length: 101 }, (_, step) => step / 100);

/**
 * Keeps the style `--seen` at the place where the part of the frame begins that the person sees: a
 * frame as tall as its content is often taller than the window around it, and dialogs open there.
 * @returns what ends it.
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
