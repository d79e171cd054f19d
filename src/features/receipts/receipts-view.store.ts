import { atom } from 'nanostores';
import { isClosed } from '../../environment.ts';
import { onSignOut } from '../session/session.store.ts';
import { $newReceipt, clearReceipt } from './new-receipt.store.ts';

/** Where new receipt and my receipts share a place: which of them is there. */
export const $receiptsView = atom<'new' | 'mine'>('new');

const views: Readonly<Record<string, 'new' | 'mine'>> = {
  '/': 'mine',
  '/nova-nota': 'new',
  '/minhas-notas': 'mine',
};

/**
 * Shows in place what the features otherwise lead to by its address.
 * @returns what ends it.
 */
export function switchViewOnNavigate(): () => void {
  const follow = (event: WindowEventMap['promo:navigate']) => {
    const view = views[event.detail.path];
    if (!view) return;
    event.preventDefault();
    const { step } = $newReceipt.get();
    if (step === 'saved' || step === 'leaving') clearReceipt();
    $receiptsView.set(isClosed() ? 'mine' : view);
  };
  if (isClosed()) $receiptsView.set('mine');
  onSignOut(() => $receiptsView.set('new'));
  // Before anybody who would lead the person away.
  window.addEventListener('promo:navigate', follow, true);
  return () => window.removeEventListener('promo:navigate', follow, true);
}
