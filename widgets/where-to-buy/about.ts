import { type AttributeTable, commonAttributes } from '../host/attributes.ts';

const attributes = {
  ...commonAttributes,
  heading: { type: 'text', default: 'Onde comprar' },
} as const satisfies AttributeTable;

export const whereToBuy = {
  name: 'where-to-buy',
  title: 'Onde comprar',
  attributes,
} as const;
