import type { Position, Retailer, ShopPlace, ShopPlaces } from '../../contract/hotsite.ts';

export type Shop = Pick<Retailer, 'name' | 'logo' | 'url'>;

/** `where` has lines for address, city and distance of the chain's best matching shop. */
export type FoundShop = Shop & { readonly where?: string };

export interface FoundShops {
  /** The new list; undefined leaves the list as it is. */
  readonly shops?: readonly FoundShop[];
  readonly message: string;
  /** The cities could not be loaded, and the user may try again. */
  readonly canRetry?: true;
}

export interface ShopFinder {
  /** Searches names, cities and states without accents and case. Nothing found keeps all shops. */
  search(text: string): void;
  /** Asks the browser for the user's position, which takes the user's permission. */
  nearMe(): Promise<void>;
}

const mostStatesNamed = 5;

/**
 * Searches on the device, which neither sends nor stores the position.
 * @param address of the JSON that `ShopPlaces` describes; without it shops are found by name
 */
export async function openFinder(
  shops: readonly Shop[],
  address: string,
  show: (found: FoundShops) => void,
): Promise<ShopFinder> {
  const placesFile = await readPlaces(address);
  const places = placesFile ?? new Map<string, readonly ShopPlace[]>();
  let searched = '';
  let here: Position | undefined;
  let isLocating = false;

  function find(text = searched): Rated[] {
    const words = wordsOf(text);
    const rated = shops.map((shop) => rate(shop, places.get(shop.name) ?? [], words, here));
    const found = rated.filter(({ fits }) => fits);
    // The sort is stable: shops without a distance keep their order, at the end.
    return here ? found.sort((a, b) => a.distance - b.distance) : found;
  }

  /** In a state without shops another city finds nothing either. */
  function adviceText(): string {
    const states = new Set([...places.values()].flat().map(({ state }) => state));
    if (states.size > mostStatesNamed) return 'Tente outra cidade.';
    return `Tente uma cidade de ${new Intl.ListFormat('pt-BR').format([...states].sort())}.`;
  }

  return {
    search(text) {
      searched = text;
      const found = find();
      if (!placesFile && found.length === 0) return show({ shops, ...withoutPlaces });
      if (found.length === 0)
        return show({
          shops: find('').map(describe),
          message: `${nothingText(text)} ${adviceText()}`,
        });
      show({
        shops: found.map(describe),
        message: wordsOf(text).length > 0 ? countText(found) : '',
      });
    },
    async nearMe() {
      if (isLocating) return;
      // Without the cities a position is of no use, so the browser is not asked for it.
      if (!placesFile) return show(withoutPlaces);
      isLocating = true;
      show({ message: 'Procurando onde você está…' });
      const answer = await locate();
      isLocating = false;
      if (answer.kind === 'failed') return show({ message: answer.sentence });
      here = answer.position;
      const found = find();
      if (found.length > 0)
        return show({ shops: found.map(describe), message: nearestText(found) });
      const all = find('');
      show({ shops: all.map(describe), message: `${nothingText(searched)} ${nearestText(all)}` });
    },
  };
}

interface Rated {
  readonly shop: Shop;
  readonly fits: boolean;
  /** The nearest place or, without a position, the first that matches the words. */
  readonly place: ShopPlace | undefined;
  /** Kilometres; infinite when unknown. */
  readonly distance: number;
}

function rate(
  shop: Shop,
  places: readonly ShopPlace[],
  words: readonly string[],
  here: Position | undefined,
): Rated {
  const isNamed = containsAll(shop.name, words);
  const fitting = places.filter(({ city, state }) =>
    containsAll(`${shop.name} ${city} ${state}`, words),
  );
  const near = fitting
    .map((place) => ({ place, distance: distanceTo(place, here) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return {
    shop,
    fits: isNamed || fitting.length > 0,
    place: here || !isNamed ? near?.place : undefined,
    distance: near?.distance ?? Number.POSITIVE_INFINITY,
  };
}

function distanceTo({ position }: ShopPlace, here: Position | undefined): number {
  return here && position ? distanceBetween(here, position) : Number.POSITIVE_INFINITY;
}

function describe({ shop, place, distance }: Rated): FoundShop {
  if (!place) return shop;
  const parts = [place.address, `${place.city}, ${place.state}`, awayText(distance)];
  return { ...shop, where: parts.filter(Boolean).join('\n') };
}

const awayText = (distance: number) => (Number.isFinite(distance) ? distanceText(distance) : '');

const withoutPlaces = {
  message: 'Não foi possível ler as cidades agora. Busque pelo nome da loja.',
  canRetry: true,
} as const;

function nothingText(text: string): string {
  return `Nada encontrado para “${text.trim()}”.`;
}

function countText(found: readonly Rated[]): string {
  return found.length === 1 ? '1 loja encontrada.' : `${found.length} lojas encontradas.`;
}

function nearestText([nearest]: readonly Rated[]): string {
  if (!nearest || !Number.isFinite(nearest.distance)) {
    return 'Não sabemos a que distância estão estas lojas.';
  }
  return `Por distância. Mais próxima: ${nearest.shop.name}, ${distanceText(nearest.distance)}.`;
}

function containsAll(text: string, words: readonly string[]): boolean {
  const searched = plain(text);
  return words.every((word) => searched.includes(word));
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

async function readPlaces(address: string): Promise<Map<string, readonly ShopPlace[]> | null> {
  try {
    const response = await fetch(address, { credentials: 'omit' });
    const shops: unknown = await response.json();
    return areShops(shops) ? new Map(shops.map(({ name, places }) => [name, places])) : null;
  } catch {
    return null;
  }
}

/** Checked by hand: superstruct needs the lists' `entries`, which Prototype.js replaces. */
function areShops(value: unknown): value is ShopPlaces {
  return areAll(value, ({ name, places }) => isText(name) && areAll(places, isPlace));
}

function isPlace({ city, state, address, position }: Record<string, unknown>): boolean {
  const { latitude, longitude } = Object(position ?? { latitude: 0, longitude: 0 });
  return [city, state, address ?? ''].every(isText) && [latitude, longitude].every(Number.isFinite);
}

function areAll(list: unknown, check: (one: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.every((item) => check(Object(item)));
}

const isText = (value: unknown) => typeof value === 'string';

const earthKm = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Kilometres in a straight line by the haversine formula, which takes the earth for a sphere: half
 * a percent off at most.
 */
export function distanceBetween(a: Position, b: Position): number {
  const height = radians(b.latitude - a.latitude);
  const width = radians(b.longitude - a.longitude);
  const chord =
    Math.sin(height / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(width / 2) ** 2;
  // Rounding may push the chord of opposite points above 1.
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** 'a 850 m', 'a 1,2 km' or 'a 37 km' on one line; more digits would promise too much. */
export function distanceText(kilometres: number): string {
  const metres = Math.round(kilometres * 100) * 10;
  if (metres < 1000) return `a\u00a0${metres}\u00a0m`;
  const digits = kilometres < 9.95 ? 1 : 0;
  const kilometresText = kilometres.toLocaleString('pt-BR', { maximumFractionDigits: digits });
  return `a\u00a0${kilometresText}\u00a0km`;
}

type Located =
  | { readonly kind: 'located'; readonly position: Position }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How long a position may take; the browser's question for permission does not count. */
const positionTimeoutMs = 10_000;
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
    const fail = (sentence: string) => resolve({ kind: 'failed', sentence });
    // Browsers give no location to pages without HTTPS.
    if (!isSecureContext || !navigator.geolocation) return fail(sentences.missing);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ kind: 'located', position: { latitude, longitude } }),
      ({ code }) => fail(byCode[code] ?? sentences.missing),
      { timeout: positionTimeoutMs, maximumAge },
    );
  });
}
