import type { Id } from '../../contract/primitives.ts';

/** The element that names a receipt's card. */
export function receiptTitleId(couponId: Id): string {
  return `nota-${couponId}`;
}
