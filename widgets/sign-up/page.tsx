import { SignUpForm, UnansweredPoll } from '../../src/features/sign-up/sign-up-form.tsx';
import type { PageMount } from '../host/page-or-frame.ts';
import { pageForm } from '../page/page-form.tsx';

export const mount = (page: PageMount) =>
  pageForm(page, ({ site, poll }) => (
    <>
      <SignUpForm site={site} poll={poll} />
      <UnansweredPoll />
    </>
  ));
