import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Form } from '../../ui/form.ts';
import { $corrected } from './new-receipt.store.ts';
import { showRefusal } from './save-receipt.store.ts';

/** Shows beside the fields of a correction what the gateway said of them, unless they changed since. */
export function useCorrectedReceipt(form: Form): void {
  const corrected = useStore($corrected);
  useEffect(() => {
    if (!corrected?.refusal) return;
    const { refusal, values: refused } = corrected;
    const values = form.$values.get();
    const isOurs = ({ field }: { field: string }) => Object.hasOwn(form.labels, field);
    form.refuse(
      refusal.fields.filter((each) => isOurs(each) && values[each.field] === refused[each.field]),
    );
    showRefusal(refusal, refused, form.labels);
  }, [form, corrected]);
}
