import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../ui/status.tsx';
import type { FoundShops, Shop, ShopFinder } from './shop-finder.ts';

/** What searches comes when the person first uses it. */
export interface FinderSource {
  load(): Promise<{
    openFinder(
      shops: readonly Shop[],
      address: string,
      show: (found: FoundShops) => void,
    ): Promise<ShopFinder>;
  }>;
  /** Address of the file with the positions of the campaign’s shops. */
  readonly places: string;
  readonly hasPositions: boolean;
}

export function FinderBar({
  source,
  shops,
  onFound,
}: {
  source: FinderSource;
  shops: readonly Shop[];
  onFound: (found: NonNullable<FoundShops['shops']>) => void;
}) {
  const [says, setSays] = useState('');
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const finder = useRef<Promise<ShopFinder>>(undefined);

  function show({ shops: found, says }: FoundShops) {
    setSays(says);
    if (found) onFound(found);
  }

  function ask(act: (finder: ShopFinder) => void) {
    finder.current ??= source
      .load()
      .then(({ openFinder }) => openFinder(shops, source.places, show));
    finder.current.then(act).catch(() => {
      finder.current = undefined;
      setSays('Não foi possível buscar agora. Tente de novo.');
    });
  }

  function search() {
    ask((opened) => opened.search(field.current?.value ?? ''));
  }

  // Typed before this script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (field.current?.value) search();
  }, []);

  return (
    <search className="finder container">
      <input
        ref={field}
        type="search"
        aria-label="Buscar por loja ou cidade"
        placeholder="Loja ou cidade"
        onInput={search}
      />
      {source.hasPositions && (
        <button type="button" hidden={!hydrated} onClick={() => ask((opened) => opened.nearMe())}>
          Perto de mim
        </button>
      )}
      <p role="status">{says}</p>
    </search>
  );
}
