import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Errors, Form, Values } from './form.ts';
import { useHydrated } from './status.tsx';

interface SubmitButtonProps {
  form: Form;
  className?: string;
  allowed?: boolean;
  children: ReactNode;
}

/** Says what is missing; a press shows all errors. Natively disabled until its script is there. */
export function SubmitButton({
  form,
  className = 'button button-wide',
  allowed = true,
  children,
}: SubmitButtonProps) {
  const hydrated = useHydrated();
  const missing = missingText(form.labels, useStore(form.$values), useStore(form.$errors));
  const isTouched = useStore(form.$isTouched);
  const { step } = useStore(form.$step);
  // Busy after the sending too, because the page or the view is about to change.
  const busy = step === 'sending' || step === 'sent';
  const sendable = allowed && missing === '' && !busy;
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
        <span>{children}</span>
      </button>
      <p className="missing-note" id={note} aria-live="polite">
        {isTouched && missing}
      </p>
    </>
  );
}

/** 'Falta preencher: nome, CPF. Confira: e-mail'; empty when the form can be sent. */
export function missingText(
  labels: Readonly<Record<string, string>>,
  values: Values,
  errors: Errors,
): string {
  const wrong = Object.entries(labels).filter(([name]) => errors[name]);
  const list = (filled: boolean) =>
    wrong
      .filter(([name]) => Boolean(values[name]?.trim()) === filled)
      .map(([, label]) => withinSentence(label))
      .join(', ');
  const [empty, filled] = [list(false), list(true)];
  return [empty && `Falta preencher: ${empty}`, filled && `Confira: ${filled}`]
    .filter(Boolean)
    .join('. ');
}

function withinSentence(label: string): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
