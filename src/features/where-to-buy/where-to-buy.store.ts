import { atom } from 'nanostores';

/** Specification, section 9: clicks within this time of a move do nothing. Milliseconds. */
const lock = 300;

/** Which shop of the row is the active one. */
export function createCarousel(length: number, now: () => number) {
  const $active = atom(0);
  let moved = Number.NEGATIVE_INFINITY;

  function go(index: number) {
    if (now() - moved < lock || index === $active.get()) return;
    moved = now();
    $active.set(index);
  }

  return {
    $active,
    /** BUY-02 and BUY-04: the last is followed by the first. */
    move: (step: 1 | -1) => go(($active.get() + step + length) % length),
    /** BUY-05. */
    jump: go,
  };
}

/** BUY-07: opacity follows the distance from the active card, in four steps. */
export function distanceOf(index: number, active: number): number {
  return Math.min(4, Math.abs(index - active));
}
