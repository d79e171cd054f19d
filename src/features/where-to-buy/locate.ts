import type { Position } from '../../contract/places.ts';

type Located =
  | { readonly kind: 'LOCATED'; readonly position: Position }
  | { readonly kind: 'NOT_LOCATED'; readonly sentence: string };

/** Milliseconds, without the time in which the browser asks the user for permission. */
const timeout = 10_000;
const maximumAge = 60_000;

const sentences = {
  refused: 'A localização não foi permitida. Busque pela cidade.',
  missing: 'Não foi possível saber onde você está. Busque pela cidade.',
  late: 'A localização demorou demais. Tente de novo ou busque pela cidade.',
};

const byCode: Readonly<Record<number, string>> = { 1: sentences.refused, 3: sentences.late };

/** Never rejects: a failure is a sentence to show above the list. */
export function locate(): Promise<Located> {
  return new Promise((resolve) => {
    const fail = (sentence: string) => resolve({ kind: 'NOT_LOCATED', sentence });
    // Browsers give no location to pages without HTTPS.
    if (!isSecureContext || !navigator.geolocation) return fail(sentences.missing);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ kind: 'LOCATED', position: { latitude, longitude } }),
      ({ code }) => fail(byCode[code] ?? sentences.missing),
      { timeout, maximumAge },
    );
  });
}
