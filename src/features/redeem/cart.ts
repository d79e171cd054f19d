import { integer, is, literal, min, nullable, object, record, string } from 'superstruct';
import { draftOf } from '../../client/drafts.ts';
import type { Selection } from '../../rules/redeem.ts';

/** What is selected, and how it left if nobody knows what came of that. */
export interface Cart {
  readonly selection: Selection;
  /**
   * The idempotency key under which this selection was sent and not answered: sent again under the
   * same key it is redeemed once, also after a reload in between.
   */
  readonly key: string | null;
}

const SavedCart = object({
  version: literal(1),
  selection: record(string(), min(integer(), 0)),
  key: nullable(string()),
});

export const emptyCart: Cart = { selection: {}, key: null };

const draft = draftOf('resgate');

/** What this tab had selected; anything else that is kept there counts as nothing. */
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
