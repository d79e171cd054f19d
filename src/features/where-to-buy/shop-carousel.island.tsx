import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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
  const [carousel, setCarousel] = useState(() => newCarousel(retailers.length));
  const { active } = carousel;
  const isHydrated = useHydrated();
  const rail = useRef<HTMLUListElement>(null);
  const touched = useRef(false);

  useEffect(() => {
    const card = rail.current?.querySelectorAll('li')[active];
    if (!touched.current || !rail.current || !card) return;
    const left = card.offsetLeft - (rail.current.clientWidth - card.offsetWidth) / 2;
    scrollRail(rail.current, left, moveMs);
  }, [active]);

  // After sorting, browsers keep the former first card in view, so scroll back to the start.
  useLayoutEffect(() => {
    if (shops !== retailers) rail.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [shops, retailers]);

  function showFound(found: readonly FoundShop[]) {
    touched.current = false;
    setShops(found);
    setCarousel(newCarousel(found.length));
    rail.current?.scrollTo({ left: 0, behavior: 'instant' });
  }

  function change(next: (current: Carousel, now: number) => Carousel) {
    touched.current = true;
    const now = performance.now();
    setCarousel((current) => next(current, now));
  }

  function moveBy(step: 1 | -1) {
    change((current, now) => move(current, step, now));
  }

  function jumpToPressed({ target }: MouseEvent) {
    const cards = Array.from(rail.current?.children ?? []);
    const index = cards.findIndex((card) => target instanceof Node && card.contains(target));
    if (index >= 0) change((current, now) => jump(current, index, now));
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
        ref={rail}
        className="rail"
        hidden={shops.length === 0}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={heading}
        onKeyDown={onKeyDown}
        onClick={jumpToPressed}
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

interface Carousel {
  readonly length: number;
  readonly active: number;
  readonly movedAt: number;
}

export function newCarousel(length: number): Carousel {
  return { length, active: 0, movedAt: Number.NEGATIVE_INFINITY };
}

export function move(carousel: Carousel, step: 1 | -1, now: number): Carousel {
  const { active, length } = carousel;
  return jump(carousel, (active + step + length) % length, now);
}

export function jump(carousel: Carousel, index: number, now: number): Carousel {
  const isLocked = now - carousel.movedAt < moveMs;
  return isLocked || index === carousel.active
    ? carousel
    : { ...carousel, active: index, movedAt: now };
}

/** Cards farther from the active one are paler, in four steps. */
export function distanceOf(index: number, active: number): number {
  return Math.min(4, Math.abs(index - active));
}
