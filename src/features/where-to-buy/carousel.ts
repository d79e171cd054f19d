/** Milliseconds after a move in which further presses are ignored. */
const lockMs = 300;

interface Carousel {
  readonly length: number;
  readonly active: number;
  /** Milliseconds by the caller's clock. */
  readonly movedAt: number;
}

export function newCarousel(length: number): Carousel {
  return { length, active: 0, movedAt: Number.NEGATIVE_INFINITY };
}

export function move(carousel: Carousel, step: 1 | -1, now: number): Carousel {
  const { active, length } = carousel;
  return jump(carousel, (active + step + length) % length, now);
}

export function jump(carousel: Carousel, index: number, now: number): Carousel {
  const isLocked = now - carousel.movedAt < lockMs;
  return isLocked || index === carousel.active
    ? carousel
    : { ...carousel, active: index, movedAt: now };
}

/** Cards farther from the active one are paler, in four steps. */
export function distanceOf(index: number, active: number): number {
  return Math.min(4, Math.abs(index - active));
}
