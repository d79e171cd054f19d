import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Form } from '../../ui/form.ts';
import { $corrected } from './new-receipt.store.ts';

/** Shows beside the fields of a correction what the gateway said of them, unless they changed since. */
export function useCorrectedReceipt(form: Form): void {
  const corrected = useStore($corrected);
  useEffect(() => {
    const values = form.$values.get();
    const fields = corrected?.refusal?.fields ?? [];
    form.refuse(
      fields.filter(
        ({ field }) =>
          Object.hasOwn(form.labels, field) && values[field] === corrected?.values[field],
      ),
    );
  }, [form, corrected]);
}
