import { pageAttributes } from '../host/form-attributes.ts';

export const signUp = {
  name: 'sign-up',
  title: 'Cadastro',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/cadastro/',
  /** Place that the frame has until it says how much it needs, in pixels. */
  height: 1180,
  attributes: pageAttributes,
} as const;
