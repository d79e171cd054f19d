import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { fieldId } from '../../ui/field.tsx';
import { createForm, type FormStore, type Values } from '../../ui/form.ts';
import { useHydrated } from '../../ui/loading.tsx';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import { AmountField } from '../../ui/rarer-inputs.tsx';
import {
  basketFormConfig,
  basketLines,
  changedQuantity,
  exampleOf,
  oneMoreOf,
  priceName,
  quantityOf,
  type ShelfProduct,
  simulate,
  unbrokenName,
  unpricedProducts,
} from './basket.ts';
import { SimulatedRewards, SimulationSum, SpokenSum } from './simulated-rewards.tsx';

const productsAboveAnswer = 4;

interface SimulatorProps {
  site: SiteProps;
  shelf: readonly ShelfProduct[];
  seal: string;
}

export function Simulator({ site, shelf, seal }: SimulatorProps) {
  startSite(site);
  const [form] = useState(() => createForm(basketFormConfig(shelf)));
  const values = useStore(form.$values);
  const isHydrated = useHydrated();
  const [isWhole, setWhole] = useState(false);
  useEffect(form.restore, []);
  const chosenLines = basketLines(values, shelf);
  const simulation = simulate(chosenLines, site);
  const missingPrices = unpricedProducts(values, shelf).map((product) =>
    fieldId(form, priceName(product)),
  );
  const isEmpty = simulation.state === 'empty';
  const example = exampleOf(shelf, site);
  const exampleLines = basketLines(example, shelf);
  const exampleSimulation = simulate(exampleLines, site);
  const fill = (added: Values) => {
    document.getElementById('simulacao')?.focus();
    for (const [name, value] of Object.entries(added)) form.change(name, value);
  };
  return (
    <div className="basket">
      <ul
        id="produtos"
        className={isWhole ? 'basket-rows' : 'basket-rows basket-rows-few'}
        inert={!isHydrated}
      >
        {shelf.map((product, index) => (
          <ProductRow
            key={product.id}
            form={form}
            product={product}
            values={values}
            seal={seal}
            isLater={index >= productsAboveAnswer}
          />
        ))}
      </ul>
      {shelf.length > productsAboveAnswer && (
        <button
          type="button"
          className="button button-secondary button-small basket-more"
          aria-expanded={isWhole}
          aria-controls="produtos"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Ver menos produtos' : `Ver os ${shelf.length} produtos`}
        </button>
      )}
      <SimulatedRewards
        simulation={isEmpty ? exampleSimulation : simulation}
        lines={isEmpty ? exampleLines : chosenLines}
        missingPrice={missingPrices[0]}
        site={site}
        onExample={isEmpty ? () => fill(example) : null}
        oneMore={oneMoreOf(values, shelf, fill)}
      />
      <SimulationSum simulation={simulation} missingPrices={missingPrices} site={site} />
      <SpokenSum simulation={simulation} missingPrices={missingPrices} site={site} />
    </div>
  );
}

interface ProductRowProps {
  form: FormStore;
  product: ShelfProduct;
  values: Values;
  seal: string;
  isLater: boolean;
}

/** Once chosen it stays in the short list, or its pressed button would go with the focus. */
function ProductRow({ form, product, values, seal, isLater }: ProductRowProps) {
  const quantity = quantityOf(product, values);
  const price = priceName(product);
  const [wasChosen, setChosen] = useState(false);
  if (quantity > 0 && !wasChosen) setChosen(true);
  const change = (by: 1 | -1) => {
    const next = changedQuantity(product, values, by);
    return next && (() => form.change(...next));
  };
  const states = [isLater && !wasChosen && 'basket-row-later', quantity > 0 && 'basket-row-chosen'];
  return (
    <li className={['basket-row', ...states.filter(Boolean)].join(' ')}>
      {product.picture && <img src={product.picture} width="64" height="40" alt="" />}
      <p className="basket-name">
        {unbrokenName(product)}
        {product.bonusGenerator && <span className="basket-seal">{seal}</span>}
      </p>
      <div>
        <QuantityStepper
          className="basket-quantity"
          label={product.name}
          quantity={quantity}
          onDecrease={change(-1)}
          onIncrease={change(1)}
        />
        {quantity > 0 && (
          <AmountField
            form={form}
            name={price}
            placeholder="0,00"
            aria-label={`${form.labels[price]}: ${product.name}`}
          />
        )}
      </div>
    </li>
  );
}
