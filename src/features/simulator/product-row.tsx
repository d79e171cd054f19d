import type { Form } from '../../ui/form.ts';
import { moneyMask } from '../../ui/masks.ts';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { priceName, quantityOf, type ShelfProduct, step } from './basket.ts';

interface ProductRowProps {
  form: Form;
  product: ShelfProduct;
  values: Readonly<Record<string, string>>;
  /** What the campaign calls the product that adds numbers. */
  seal: string;
}

/** A product of the shelf, how many of it, and once there is one its price. */
export function ProductRow({ form, product, values, seal }: ProductRowProps) {
  const change = (by: 1 | -1) => {
    const next = step(product, values, by);
    return next && (() => form.change(...next));
  };
  return (
    <li className="basket-row">
      {product.picture && <img src={product.picture} width="64" height="40" alt="" />}
      <p className="basket-name">
        {product.name}
        {product.bonusGenerator && <span className="basket-seal">{seal}</span>}
      </p>
      <QuantityStepper
        label={product.name}
        quantity={quantityOf(product, values)}
        onDecrease={change(-1)}
        onIncrease={change(1)}
      />
      {quantityOf(product, values) > 0 && (
        <TextField form={form} name={priceName(product)} mask={moneyMask} autoComplete="off" />
      )}
    </li>
  );
}
