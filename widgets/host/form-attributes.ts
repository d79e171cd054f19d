import { type AttributeTable, commonAttributes } from './attributes.ts';

/** Attributes of the widgets that take personal data. */
export const formAttributes = {
  ...commonAttributes,
  height: { type: 'number', default: null },
} as const satisfies AttributeTable;

/** Of those whose form the page itself may hold. */
export const pageAttributes = {
  ...formAttributes,
  isolation: { type: 'isolation', default: 'frame' },
} as const satisfies AttributeTable;
