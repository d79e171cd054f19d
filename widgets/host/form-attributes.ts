import { type AttributeTable, commonAttributes } from './attributes.ts';

/** Attributes of the widgets that take personal data. */
export const formAttributes = {
  ...commonAttributes,
  isolation: { type: 'isolation', default: 'frame' },
  height: { type: 'number', default: null },
} as const satisfies AttributeTable;
