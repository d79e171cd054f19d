import { pageAttributes } from '../host/attributes.ts';

export const login = {
  name: 'login',
  title: 'Entrar',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/entrar/',
  /** Place that the frame has until it says how much it needs: what it needs on a phone, in pixels. */
  height: 590,
  /** And that the form takes in the document of a page. */
  heightInPage: 387,
  attributes: pageAttributes,
} as const;
