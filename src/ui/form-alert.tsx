import { useStore } from '@nanostores/react';
import { AlertDialog } from './dialog.tsx';
import type { Form } from './form.ts';

/** Shows why a form could not be sent, until the user dismisses it. */
export function FormAlert({ form }: { form: Form }) {
  const step = useStore(form.$step);
  if (step.step !== 'failed') return null;
  return <AlertDialog lines={step.lines} onClose={form.dismiss} />;
}
