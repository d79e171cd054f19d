import { SignInForm } from '../../src/features/sign-in/sign-in-form.tsx';
import { newReceiptPath } from '../../src/paths.ts';
import type { PageMount } from '../host/page-or-frame.ts';
import { pageForm } from '../page/page-form.tsx';

export const mount = (page: PageMount) =>
  pageForm(page, ({ site }) => <SignInForm site={site} />, newReceiptPath);
