/** Calls back whenever the page becomes visible again; returns the function that stops it. */
export function onReturn(work: () => unknown): () => void {
  const look = () => document.visibilityState === 'visible' && void work();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
