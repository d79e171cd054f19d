import { formAttributes } from '../host/form-attributes.ts';

export const receipts = {
  name: 'receipts',
  title: 'Minhas notas',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/notas/',
  /** Place that the frame has until it says how much it needs, in pixels. */
  height: 720,
  attributes: formAttributes,
} as const;
