import { SignUpForm } from '../../src/features/sign-up/sign-up-form.tsx';
import type { PagePlace } from '../host/page-widget.ts';
import { pageForm } from '../page/page-form.tsx';

export const mount = (place: PagePlace) =>
  pageForm(place, ({ site, poll }) => <SignUpForm site={site} poll={poll} />);
