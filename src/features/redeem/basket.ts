import { integer, is, literal, min, nullable, object, record, string } from 'superstruct';
import { draftOf } from '../../client/drafts.ts';
import type { Selection } from '../../rules/redeem.ts';

/** What is selected, and how it left if nobody knows what came of that. */
export interface Basket {
  readonly selection: Selection;
  /**
   * The idempotency key under which this selection was sent and not answered: sent again under the
   * same key it is redeemed once, also after a reload in between.
   */
  readonly key: string | null;
}

const SavedBasket = object({
  version: literal(1),
  selection: record(string(), min(integer(), 0)),
  key: nullable(string()),
});

export const emptyBasket: Basket = { selection: {}, key: null };

const draft = draftOf('resgate');

/** What this tab had selected; anything else that is kept there counts as nothing. */
export function savedBasket(): Basket {
  try {
    const saved: unknown = JSON.parse(draft.get() ?? '');
    return is(saved, SavedBasket) ? saved : emptyBasket;
  } catch {
    return emptyBasket;
  }
}

export function saveBasket({ selection, key }: Basket): void {
  draft.set(JSON.stringify({ version: 1, selection, key }));
}
