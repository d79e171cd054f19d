import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Form } from './form.ts';
import { useHydrated } from './hydrated.ts';
import { missingText } from './missing-text.ts';

interface SubmitButtonProps {
  form: Form;
  className?: string;
  /** What else must hold before anything is sent. */
  allowed?: boolean;
  children: ReactNode;
}

/**
 * Disabled until the form is right, and says what is missing. It keeps the focus, and pressing it
 * shows every error. Until the script runs it is natively disabled, so that nothing is sent.
 */
export function SubmitButton({
  form,
  className = 'button button-wide',
  allowed = true,
  children,
}: SubmitButtonProps) {
  const hydrated = useHydrated();
  const missing = missingText(form.labels, useStore(form.$values), useStore(form.$errors));
  const { step } = useStore(form.$step);
  // Stays busy after sending: the page or the view is about to change.
  const busy = step === 'sending' || step === 'sent';
  const sendable = allowed && missing === '' && !busy && step !== 'unready';
  const note = `${form.id}-falta`;
  return (
    <>
      <button
        type={allowed ? 'submit' : 'button'}
        className={className}
        disabled={!hydrated}
        aria-disabled={!sendable}
        aria-busy={busy}
        aria-describedby={note}
      >
        {children}
      </button>
      <p className="missing-note" id={note} aria-live="polite">
        {missing}
      </p>
    </>
  );
}
