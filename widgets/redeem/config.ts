import { formAttributes } from '../host/attributes.ts';

export const redeem = {
  name: 'redeem',
  title: 'Resgatar',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/resgatar/',
  /** Place that the frame has until it says how much it needs, in pixels. */
  height: 900,
  attributes: formAttributes,
} as const;
