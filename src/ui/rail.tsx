import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';

const easing = (progress: number) => 1 - (1 - progress) ** 3;

/** Without animation for users who want no motion. @param left in pixels */
export function scrollRail(rail: HTMLElement, left: number, milliseconds: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    rail.scrollTo({ left, behavior: 'instant' });
    return;
  }
  const from = rail.scrollLeft;
  const start = performance.now();
  // Turns off snapping, which would pull against each step of the way.
  rail.dataset['moving'] = 'yes';
  function step(now: number) {
    const progress = Math.min(1, (now - start) / milliseconds);
    rail.scrollTo({ left: from + (left - from) * easing(progress), behavior: 'instant' });
    if (progress < 1) requestAnimationFrame(step);
    else delete rail.dataset['moving'];
  }
  requestAnimationFrame(step);
}

interface RailArrowsProps {
  hasPrevious: boolean;
  hasNext: boolean;
  onMove: (step: 1 | -1) => void;
}

export function RailArrows({ hasPrevious, hasNext, onMove }: RailArrowsProps) {
  const arrows = useRef<HTMLFormElement>(null);
  // Read before an end of the rail hides the pressed arrow: Chromium then takes its focus at once.
  const focused = arrows.current?.querySelector<HTMLElement>(':focus');
  useLayoutEffect(() => {
    if (focused?.hidden) arrows.current?.querySelector<HTMLElement>(':not([hidden])')?.focus();
  });

  function press(event: SyntheticEvent<HTMLElement>) {
    event.preventDefault();
    // Widgets are drawn by Preact, which hands over the browser's own event.
    const { submitter } = (event.nativeEvent ?? event) as SubmitEvent;
    onMove((submitter ?? event.currentTarget).matches(':first-child') ? -1 : 1);
  }

  return (
    // Pages that stop every click at their window leave this form its submit event.
    <form className="rail-arrows" method="dialog" onSubmit={press} ref={arrows}>
      <button
        type="submit"
        className="rail-arrow"
        hidden={!hasPrevious}
        aria-label="Anterior"
        onClick={press}
      />
      <button
        type="submit"
        className="rail-arrow"
        hidden={!hasNext}
        aria-label="Próximo"
        onClick={press}
      />
    </form>
  );
}
