import type { Form } from '../../ui/form.ts';

/** A part of a sign-up form under headings of its own. */
export interface SectionProps {
  form: Form;
  heading: 'h2' | 'h3';
}
