import { useStore } from '@nanostores/react';
import { AlertDialog } from './dialog.tsx';
import type { Form } from './form.ts';

/** Shows what a failed send has to say, until it was read. */
export function FormAlert({ form }: { form: Form }) {
  const step = useStore(form.$step);
  if (step.step !== 'failed') return null;
  return <AlertDialog lines={step.lines} onClose={form.dismiss} />;
}
