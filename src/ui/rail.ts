const easing = (progress: number) => 1 - (1 - progress) ** 3;

/**
 * Instant for people who want no motion.
 * @param left distance from the row's beginning, pixels
 */
export function scrollRail(rail: HTMLElement, left: number, milliseconds: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    rail.scrollTo({ left, behavior: 'instant' });
    return;
  }
  const from = rail.scrollLeft;
  const start = performance.now();
  // Snapping would pull against every step on the way.
  rail.dataset['moving'] = 'yes';
  function step(now: number) {
    const progress = Math.min(1, (now - start) / milliseconds);
    rail.scrollTo({ left: from + (left - from) * easing(progress), behavior: 'instant' });
    if (progress < 1) requestAnimationFrame(step);
    else delete rail.dataset['moving'];
  }
  requestAnimationFrame(step);
}
