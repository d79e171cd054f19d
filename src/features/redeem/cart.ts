import { integer, is, literal, min, nullable, object, record, string } from 'superstruct';
import { draftOf } from '../../client/drafts.ts';
import type { Selection } from '../../rules/redeem.ts';

/** The selected prizes, and the idempotency key of a request that was sent and not answered. */
export interface Cart {
  readonly selection: Selection;
  /** Sending again under this key redeems once, also after a reload. */
  readonly key: string | null;
}

const SavedCart = object({
  version: literal(1),
  selection: record(string(), min(integer(), 0)),
  key: nullable(string()),
});

export const emptyCart: Cart = { selection: {}, key: null };

const draft = draftOf('resgate');

/** The cart that this tab saved; the empty one where there is none, or it cannot be read. */
export function readCart(): Cart {
  try {
    const saved: unknown = JSON.parse(draft.get() ?? '');
    return is(saved, SavedCart) ? saved : emptyCart;
  } catch {
    return emptyCart;
  }
}

export function saveCart({ selection, key }: Cart): void {
  draft.set(JSON.stringify({ version: 1, selection, key }));
}
