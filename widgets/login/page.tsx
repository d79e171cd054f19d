import { SignInForm } from '../../src/features/sign-in/sign-in-form.tsx';
import { newReceiptPath } from '../../src/paths.ts';
import type { PagePlace } from '../host/page-widget.ts';
import { pageForm } from '../page/page-form.tsx';

export const mount = (place: PagePlace) =>
  pageForm(place, ({ site }) => <SignInForm site={site} />, newReceiptPath);
