import { pageAttributes } from '../host/attributes.ts';

export const signUp = {
  name: 'sign-up',
  title: 'Cadastro',
  /** Page of the campaign's site that its frame shows. */
  framePath: '/quadro/cadastro/',
  /** Place that the frame has until it says how much it needs: what it needs on a phone, in pixels. */
  height: 1452,
  /** And that the form takes in the document of a page. */
  heightInPage: 1150,
  attributes: pageAttributes,
} as const;
