import { type AttributeTable, commonAttributes } from '../host/attributes.ts';

const attributes = {
  ...commonAttributes,
  heading: { type: 'text', default: 'Onde comprar' },
} as const satisfies AttributeTable;

export const whereToBuy = {
  name: 'where-to-buy',
  title: 'Onde comprar',
  /** Place that the snippet keeps for the carousel, in pixels. */
  height: 298,
  attributes,
} as const;
