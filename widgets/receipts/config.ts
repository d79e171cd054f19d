import { formAttributes } from '../host/attributes.ts';

export const receipts = {
  name: 'receipts',
  title: 'Minhas notas',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/notas/',
  /** Place that the frame has until it says how much it needs: what it needs on a phone, in pixels. */
  height: 590,
  attributes: formAttributes,
} as const;
