import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useHydrated } from '../../ui/loading.tsx';
import { RailArrows, scrollRail } from '../../ui/rail.tsx';
import { FinderBar, type FinderSource } from './finder-bar.tsx';
import type { FoundShop, Shop } from './shop-finder.ts';

const load = () => import('./shop-finder.ts');

export function HomeShops({
  retailers,
  finder,
}: {
  retailers: readonly Shop[];
  finder: Omit<FinderSource, 'load'> | null;
}) {
  return <ShopCarousel retailers={retailers} finder={finder && { ...finder, load }} />;
}

/** A move's length; meanwhile further presses are ignored. */
const moveMs = 300;

interface ShopCarouselProps {
  retailers: readonly Shop[];
  heading?: string;
  finder?: FinderSource | null;
}

export function ShopCarousel({ retailers, heading = 'Onde comprar', finder }: ShopCarouselProps) {
  const [shops, setShops] = useState<readonly FoundShop[]>(retailers);
  const [active, setActive] = useState(0);
  const [searches, setSearches] = useState(0);
  const isHydrated = useHydrated();
  const rail = useRef<HTMLUListElement>(null);
  const movedAt = useRef(-moveMs);

  function showFound(found: readonly FoundShop[]) {
    setShops(found);
    setSearches((count) => count + 1);
    setActive(0);
    movedAt.current = -moveMs;
  }

  function moveTo(index: number) {
    const now = performance.now();
    if (!rail.current || index === active || now - movedAt.current < moveMs) return;
    movedAt.current = now;
    setActive(index);
    scrollRail(rail.current, restingPlaces(rail.current)[index] ?? 0, moveMs);
  }

  function moveBy(step: 1 | -1) {
    moveTo((active + step + shops.length) % shops.length);
  }

  function jumpToPressed({ target }: MouseEvent) {
    const cards = Array.from(rail.current?.children ?? []);
    const index = cards.findIndex((card) => card.contains(target as Node));
    if (index >= 0) moveTo(index);
  }

  function followSwipe() {
    if (!rail.current || rail.current.dataset['moving']) return;
    const { scrollLeft } = rail.current;
    const distances = restingPlaces(rail.current).map((place) => Math.abs(place - scrollLeft));
    const nearest = Math.min(...distances);
    // A move to one of several cards that share a place leaves that one active.
    if ((distances[active] ?? 0) > nearest + 1)
      setActive(scrollLeft > 1 ? distances.lastIndexOf(nearest) : 0);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (!step || event.altKey || event.metaKey) return;
    event.preventDefault();
    moveBy(step);
  }

  return (
    <>
      <div className="rail-bar container">
        <h2>{heading}</h2>
        <RailArrows
          hasPrevious={active > 0}
          hasNext={isHydrated && active < shops.length - 1}
          onMove={moveBy}
        />
      </div>
      {finder && <FinderBar source={finder} shops={retailers} onFound={showFound} />}
      <ul
        // Each search has a new list, which stands at its start and takes no part in an earlier move.
        key={searches}
        ref={rail}
        className="rail"
        hidden={shops.length === 0}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={heading}
        onKeyDown={onKeyDown}
        onClick={jumpToPressed}
        onScroll={followSwipe}
      >
        {shops.map((shop, index) => (
          <ShopCard
            key={shop.name}
            shop={shop}
            isActive={isHydrated && index === active}
            distance={isHydrated ? distanceOf(index, active) : undefined}
          />
        ))}
      </ul>
    </>
  );
}

/** Where the row rests for each card: in the middle, as far as the row's ends allow. */
function restingPlaces({ children, clientWidth, scrollWidth }: HTMLElement): number[] {
  return Array.from(children as HTMLCollectionOf<HTMLElement>, ({ offsetLeft, offsetWidth }) =>
    Math.max(0, Math.min(scrollWidth - clientWidth, offsetLeft - (clientWidth - offsetWidth) / 2)),
  );
}

interface ShopCardProps {
  shop: FoundShop;
  isActive: boolean;
  distance: number | undefined;
}

function ShopCard({ shop: { name, logo, url, where }, isActive, distance }: ShopCardProps) {
  return (
    <li className="retailer" aria-current={isActive ? 'true' : undefined} data-distance={distance}>
      {logo && <img src={logo} width="120" height="60" loading="lazy" alt="" />}
      <b>{name}</b>
      {where && <small>{where}</small>}
      <a href={url} target="_blank" rel="noopener" aria-label={`Ver ofertas: ${name}`}>
        Ver ofertas
      </a>
    </li>
  );
}

export function distanceOf(index: number, active: number): number {
  return Math.min(4, Math.abs(index - active));
}
