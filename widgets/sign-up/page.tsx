import { RegistrationForm } from '../../src/features/sign-up/registration-form.tsx';
import type { PagePlace } from '../host/page-widget.ts';
import { pageForm } from '../page/page-form.tsx';

export const mount = (place: PagePlace) =>
  pageForm(place, ({ site, poll }) => <RegistrationForm site={site} poll={poll} />);
