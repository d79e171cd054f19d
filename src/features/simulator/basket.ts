import { draftOf } from '../../client/storage.ts';
import type { Product } from '../../contract/campaign.ts';
import type { SiteProps } from '../../environment.ts';
import { receiptViolationMessage } from '../../rules/messages/receipt-messages.ts';
import { formatAmount, parseMoney } from '../../rules/money.ts';
import { receiptRules } from '../../rules/receipts/receipt-fields.ts';
import type { DrawLine } from '../../rules/rewards/numbers-earned.ts';
import { type Simulation, simulateReceipt } from '../../rules/rewards/simulation.ts';
import type { Values } from '../../ui/form.ts';

export type ShelfProduct = Pick<Product, 'id' | 'name' | 'bonusGenerator'> & {
  picture: string | null;
};

const maximumQuantity = 99;

/** A measure such as "90 g" never breaks. */
export function unbrokenName({ name }: Pick<ShelfProduct, 'name'>): string {
  return name.replaceAll(/(\d) /g, '$1\u00a0');
}

export const priceName = ({ id }: Pick<ShelfProduct, 'id'>) => `price.${id}`;
const quantityName = ({ id }: Pick<ShelfProduct, 'id'>) => `quantity.${id}`;

export function quantityOf(product: ShelfProduct, values: Values): number {
  return Number(values[quantityName(product)] ?? 0);
}

export function changedQuantity(product: ShelfProduct, values: Values, by: 1 | -1) {
  const quantity = quantityOf(product, values) + by;
  if (quantity < 0 || quantity > maximumQuantity) return null;
  return [quantityName(product), quantity === 0 ? '' : String(quantity)] as const;
}

/** Never sent: it checks prices, and its draft survives a reload. */
export function basketFormConfig(shelf: readonly ShelfProduct[]) {
  const names = shelf.flatMap((product) => [
    [quantityName(product), `Quantidade: ${product.name}`],
    [priceName(product), 'Preço por item (R$)'],
  ]);
  return {
    id: 'simulador',
    labels: Object.fromEntries(names),
    validate(values: Values) {
      const wrongProducts = shelf.filter((product) => {
        const price = values[priceName(product)];
        return quantityOf(product, values) > 0 && price && parseMoney(price) === null;
      });
      return Object.fromEntries(
        wrongProducts.map((product) => [
          priceName(product),
          `${receiptViolationMessage('MONEY')}: escreva como 12,90`,
        ]),
      );
    },
    submit: async () => ({ ok: true as const }),
    explain: () => [],
    draft: draftOf('simulador'),
  };
}

/** As it would be on the receipt; `unitaryValue` in centavos. */
export interface BasketLine extends DrawLine {
  name: string;
}

export function basketLines(values: Values, shelf: readonly ShelfProduct[]): BasketLine[] {
  return shelf.flatMap((product) => {
    const { bonusGenerator } = product;
    const quantity = quantityOf(product, values);
    const unitaryValue = parseMoney(values[priceName(product)] ?? '');
    if (quantity === 0 || unitaryValue === null) return [];
    return [{ name: unbrokenName(product), quantity, unitaryValue, bonusGenerator }];
  });
}

/** Below two reais, an amount is singular in Portuguese. */
export function missingVerb(centavos: number): string {
  return centavos < 200 ? 'Falta' : 'Faltam';
}

export interface OneMore {
  name: string;
  onAdd: () => void;
}

export function oneMoreOf(
  values: Values,
  shelf: readonly ShelfProduct[],
  fill: (added: Values) => void,
): OneMore | null {
  const product = shelf.find((each) => basketLines(values, [each]).length > 0);
  const next = product && changedQuantity(product, values, 1);
  return next ? { name: unbrokenName(product), onAdd: () => fill({ [next[0]]: next[1] }) } : null;
}

export function unpricedProducts(values: Values, shelf: readonly ShelfProduct[]) {
  return shelf.filter(
    (product) =>
      quantityOf(product, values) > 0 && parseMoney(values[priceName(product)] ?? '') === null,
  );
}

export function simulate(
  lines: readonly BasketLine[],
  { campaign }: Pick<SiteProps, 'campaign'>,
): Simulation {
  return simulateReceipt(lines, campaign.engines, receiptRules(campaign).minimumTotal);
}

const samplePrice = 12_90;

/** A receipt that earns, of the best-earning product at a sample price, to show how it works. */
export function exampleOf(
  shelf: readonly ShelfProduct[],
  { campaign }: Pick<SiteProps, 'campaign'>,
): Values {
  const product = shelf.find(({ bonusGenerator }) => bonusGenerator) ?? shelf[0];
  if (!product) return {};
  const least = Math.ceil(receiptRules(campaign).minimumTotal / samplePrice);
  return {
    [quantityName(product)]: String(Math.max(1, least)),
    [priceName(product)]: formatAmount(samplePrice),
  };
}
