import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { createForm } from '../../ui/form.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { basketFormConfig, type ShelfProduct, simulate } from './basket.ts';
import { ProductRow } from './product-row.tsx';
import { SimulatedRewards } from './simulated-rewards.tsx';

interface SimulatorProps {
  site: SiteProps;
  shelf: readonly ShelfProduct[];
  seal: string;
}

/** The page `/simulador`: a basket, and what it would earn. */
export function Simulator({ site, shelf, seal }: SimulatorProps) {
  startSite(site);
  const [form] = useState(() => createForm(basketFormConfig(site, shelf)));
  const values = useStore(form.$values);
  const ready = useHydrated();
  useEffect(form.restore, []);
  return (
    <div className="basket">
      <ul className="basket-rows" inert={!ready}>
        {shelf.map((product) => (
          <ProductRow key={product.id} form={form} product={product} values={values} seal={seal} />
        ))}
      </ul>
      <SimulatedRewards simulation={simulate(values, shelf, site)} campaign={site.campaign} />
    </div>
  );
}
