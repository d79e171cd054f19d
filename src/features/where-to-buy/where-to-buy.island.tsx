import type { FinderSource } from './finder-bar.tsx';
import { ShopCarousel } from './shop-carousel.tsx';
import type { Shop } from './shop-finder.ts';

const load = () => import('./shop-finder.ts');

export function WhereToBuySection({
  retailers,
  finder,
}: {
  retailers: readonly Shop[];
  finder: Omit<FinderSource, 'load'> | null;
}) {
  return <ShopCarousel retailers={retailers} finder={finder && { ...finder, load }} />;
}
