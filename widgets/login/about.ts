import { pageAttributes } from '../host/form-attributes.ts';

export const login = {
  name: 'login',
  title: 'Entrar',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/entrar/',
  /** Place that the frame has until it says how much it needs, in pixels. */
  height: 420,
  attributes: pageAttributes,
} as const;
