import { type AttributeTable, formAttributes } from '../host/attributes.ts';

const supportAttributes = {
  ...formAttributes,
  token: { type: 'text', default: null },
} as const satisfies AttributeTable;

export const support = {
  name: 'support',
  title: 'Atendimento',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/atendimento/',
  /** Place that the frame has until it says how much it needs: what it needs on a phone, in pixels. */
  height: 820,
  attributes: supportAttributes,
} as const;
