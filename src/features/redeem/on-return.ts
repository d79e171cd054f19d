/** Works whenever somebody comes back to the page from another one; returns how to end it. */
export function onReturn(work: () => unknown): () => void {
  const look = () => document.visibilityState === 'visible' && void work();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
