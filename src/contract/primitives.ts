import {
  any,
  coerce,
  define,
  type Infer,
  nullable,
  number,
  optional,
  type Struct,
  string,
  union,
} from 'superstruct';

/** Numbers here; another server may use texts. */
export const Id = union([number(), string()]);
export type Id = Infer<typeof Id>;

/** Null for what can be no id: 15 digits are exact as a number. */
export function parseId(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function isSameId(a: Id, b: Id): boolean {
  return String(a) === String(b);
}

export function findById<Item extends { id: Id }>(
  items: readonly Item[],
  wanted: Id | null,
): Item | undefined {
  return items.find(({ id }) => wanted !== null && isSameId(id, wanted));
}

export const Day = define<string>(
  'Day',
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
);

/** ISO 8601 with an offset. */
export const Moment = define<string>(
  'Moment',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);

export function maybe<T>(struct: Struct<T>): Struct<T | null | undefined> {
  return optional(nullable(struct)) as Struct<T | null | undefined>;
}

/** The body is not specified, so we ignore it. */
export const Unread = any();

/** An answer may leave it out or send null; then it is empty. */
export function list<T>(struct: Struct<T[]>): Struct<T[]> {
  return coerce(struct, maybe(any()), (value) => value ?? []) as Struct<T[]>;
}
