import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import type { Form } from '../../ui/form.ts';
import { $refusal, type RefusedReceipt, standingRefusal } from './save-receipt.store.ts';

/** The element that says why the gateway refused the receipt. */
export const refusalId = 'nota-recusa';

/** What the gateway refused and still stands as it was refused. */
export function useStandingRefusal(form: Form): RefusedReceipt | null {
  return standingRefusal(useStore($refusal), useStore(form.$values));
}

/** Why the receipt was not saved: what the gateway refused, and what else is not right. */
export function ReceiptErrors({ form }: { form: Form }) {
  const refusal = useStandingRefusal(form);
  const shown = useStore(form.$visibleErrors);
  const refused = refusal?.fields.map(({ field }) => field) ?? [];
  const labels = Object.fromEntries(
    Object.entries(form.labels).filter(([name]) => !refused.includes(name)),
  );
  const isMore = Object.keys(labels).some((name) => shown[name]);
  return (
    <>
      {refusal && <Refusal form={form} refusal={refusal} />}
      {(isMore || !refusal) && <ErrorSummary form={{ ...form, labels }} />}
    </>
  );
}

/** It takes the focus at each submit that it stops, as the summary of errors does. */
function Refusal({ form, refusal }: { form: Form; refusal: RefusedReceipt }) {
  const box = useRef<HTMLDivElement>(null);
  const stops = useStore(form.$failedSubmits);
  useEffect(() => {
    if (stops > 0) box.current?.focus();
  }, [stops]);
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box} id={refusalId}>
      {refusal.fields.map(({ field, line }) => (
        <p key={field}>
          <b>{line}</b>
        </p>
      ))}
      {refusal.duplicateOf && (
        <p>
          <a href="/minhas-notas">Está em Minhas notas: Nota {refusal.duplicateOf.position}</a>
        </p>
      )}
    </div>
  );
}
