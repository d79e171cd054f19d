import type { Position } from '../../contract/places.ts';

export type Located =
  | { readonly kind: 'LOCATED'; readonly position: Position }
  | { readonly kind: 'NOT_LOCATED'; readonly sentence: string };

/** Milliseconds; the browser does not count the time in which it asks the person. */
const timeout = 10_000;
const maximumAge = 60_000;

const sentences = {
  refused: 'A localização não foi permitida. Busque pela cidade.',
  missing: 'Não foi possível saber onde você está. Busque pela cidade.',
  late: 'A localização demorou demais. Tente de novo ou busque pela cidade.',
};

const byCode: Readonly<Record<number, string>> = { 1: sentences.refused, 3: sentences.late };

/** Never rejects: a place that is not found is said, and the list stays. */
export function locate(): Promise<Located> {
  return new Promise((resolve) => {
    const fail = (sentence: string) => resolve({ kind: 'NOT_LOCATED', sentence });
    // Pages without HTTPS have no location to ask for.
    if (!isSecureContext || !navigator.geolocation) return fail(sentences.missing);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ kind: 'LOCATED', position: { latitude, longitude } }),
      ({ code }) => fail(byCode[code] ?? sentences.missing),
      { timeout, maximumAge },
    );
  });
}
