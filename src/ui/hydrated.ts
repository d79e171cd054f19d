import { useEffect, useState } from 'react';

/** False on the server and in the browser's first render, which must agree; then true. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
