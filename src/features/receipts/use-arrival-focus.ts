import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to what a step shows when it takes the place of another. */
export function useArrivalFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const arrived = useRef<Element>(null);
  useEffect(() => arrived.current?.focus(), []);
  return arrived;
}
