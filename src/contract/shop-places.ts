import { type Infer, number, string, type } from 'superstruct';
import { maybe } from './primitives.ts';

/** Degrees, as the Geolocation API has them. */
export const Position = type({ latitude: number(), longitude: number() });
export type Position = Infer<typeof Position>;

export const ShopPlace = type({
  city: string(),
  state: string(),
  address: maybe(string()),
  /** Without it the shop is found only by its city, and comes last in a list by distance. */
  position: maybe(Position),
});
export type ShopPlace = Infer<typeof ShopPlace>;

/** A file of the built site, apart from the shops: few visitors search. */
export type ShopPlaces = readonly { readonly name: string; readonly places: ShopPlace[] }[];
