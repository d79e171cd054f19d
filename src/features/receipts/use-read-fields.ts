import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Form } from '../../ui/form.ts';
import type { ReadFields } from './receipt-reading.store.ts';

const names = ['identifier', 'purchaseDate', 'cnpj', 'totalAmount'] as const;

/** What was last read into a form, which may be shown again after another file was chosen. */
const lastRead = new WeakMap<Form, ReadFields>();

/** Nothing of an earlier receipt stays. */
export function emptyForm(form: Form): void {
  lastRead.delete(form);
  form.reset();
}

/**
 * Fills in what was read and checks it at once (REC-06); what the person typed stays.
 * @returns the mark of a field that still holds what was read.
 */
export function useReadFields(form: Form, read: ReadFields) {
  const values = useStore(form.$values);
  useEffect(() => {
    const before = lastRead.get(form) ?? {};
    lastRead.set(form, read);
    for (const name of names) {
      const typed = (form.$values.get()[name] ?? '') !== (before[name] ?? '');
      if (typed || before[name] === read[name]) continue;
      form.change(name, read[name] ?? '');
      if (read[name]) form.leave(name);
    }
  }, [form, read]);
  return (name: (typeof names)[number]): { mark?: string } =>
    read[name] && values[name] === read[name] ? { mark: 'lido da nota' } : {};
}
