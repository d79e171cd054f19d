import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../ui/loading.tsx';
import type { FoundShop, FoundShops, Shop, ShopFinder } from './shop-finder.ts';

/** The search itself loads at the first letter or press; `places` is the address of its `ShopPlaces`. */
export interface FinderSource {
  load(): Promise<{
    openFinder(
      shops: readonly Shop[],
      address: string,
      show: (found: FoundShops) => void,
    ): Promise<ShopFinder>;
  }>;
  readonly places: string;
  readonly hasPositions: boolean;
}

interface FinderProps {
  source: FinderSource;
  shops: readonly Shop[];
  onFound: (found: readonly FoundShop[]) => void;
}

/** Asks the search, which is loaded again after a failure, and says how it went. */
function useFinder({ source, shops, onFound }: FinderProps) {
  const [status, setStatus] = useState<Omit<FoundShops, 'shops'>>({ message: '' });
  const field = useRef<HTMLInputElement>(null);
  const finder = useRef<Promise<ShopFinder>>(undefined);
  const wantsNear = useRef(false);
  const searched = useRef('');

  function show({ shops: found, ...about }: FoundShops) {
    setStatus(about);
    if (found) onFound(found);
  }

  function withFinder(act: (finder: ShopFinder) => void) {
    finder.current ??= source
      .load()
      .then(({ openFinder }) => openFinder(shops, source.places, show));
    finder.current.then(act).catch(() => {
      finder.current = undefined;
      setStatus({ message: 'Não foi possível buscar agora.', canRetry: true });
    });
  }

  function retry() {
    // The button disappears with its sentence, so the focus moves to the search.
    field.current?.focus();
    finder.current = undefined;
    // The new finder knows neither what was typed nor that the nearest shop was asked for.
    search();
    if (wantsNear.current) withFinder((opened) => opened.nearMe());
  }

  function nearMe(event: SyntheticEvent) {
    event.preventDefault();
    wantsNear.current = true;
    withFinder((opened) => opened.nearMe());
  }

  function search() {
    const text = field.current?.value ?? '';
    searched.current = text;
    withFinder((opened) => opened.search(text));
  }

  // Pages that stop every `input` at their window leave this field its keys.
  function searchIfChanged() {
    if (field.current?.value !== searched.current) search();
  }

  // Searches for what was typed before this script had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (field.current?.value) search();
  }, []);

  return { status, field, search, searchIfChanged, nearMe, retry };
}

export function FinderBar(props: FinderProps) {
  const { status, field, search, searchIfChanged, nearMe, retry } = useFinder(props);
  const isHydrated = useHydrated();
  return (
    <search className="finder container">
      <input
        ref={field}
        type="search"
        aria-label="Buscar por loja ou cidade"
        placeholder="Loja ou cidade"
        onInput={search}
        onKeyUp={searchIfChanged}
      />
      {props.source.hasPositions &&
        (isHydrated ? (
          // Pages that stop every click at their window leave this form its submit event.
          <form onSubmit={nearMe}>
            <button type="submit" onClick={nearMe}>
              Perto de mim
            </button>
          </form>
        ) : (
          <button type="button" hidden>
            Perto de mim
          </button>
        ))}
      <p role="status">{status.message}</p>
      {status.canRetry && (
        <button type="button" onClick={retry}>
          Tentar de novo
        </button>
      )}
    </search>
  );
}
