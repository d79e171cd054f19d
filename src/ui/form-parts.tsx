import { useStore } from '@nanostores/react';
import {
  type KeyboardEventHandler,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { formEvent } from '../page-events.ts';
import { AlertDialog } from './dialog.tsx';
import { fieldId } from './field.tsx';
import type { Errors, FormStore, Labels, Values } from './form.ts';
import { useHydrated } from './loading.tsx';

interface FormProps {
  form: FormStore;
  className?: string;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** Without `method`, a form that the browser sends itself would put what was typed into the address. */
export function Form({ form, className = 'form', onKeyDown, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const touched = useRef(false);
  const touch = useCallback(() => {
    if (!touched.current) form.touch();
    touched.current = true;
  }, [form]);
  useLayoutEffect(() => form.restore(), [form]);
  // Listens on the element, because React and Preact name this event differently.
  useLayoutEffect(() => element.current?.addEventListener('focusin', touch), [touch]);
  useLayoutEffect(() => {
    const stop = announceSteps(form, element.current);
    // Stops one task later, because a success may remove the form before it is announced.
    return () => void setTimeout(stop);
  }, [form]);
  const blockedSubmits = useStore(form.$blockedSubmits);
  useEffect(() => {
    const errorSelector = '.error-summary, [aria-invalid=true]';
    if (blockedSubmits > 0) element.current?.querySelector<HTMLElement>(errorSelector)?.focus();
  }, [blockedSubmits]);
  return (
    <form
      ref={element}
      id={form.id}
      className={className}
      method="post"
      noValidate
      // Typing counts as well: a field that the page itself focused gets no focus event.
      onInput={touch}
      onSubmit={(event) => {
        event.preventDefault();
        // Some password managers fill fields in without an event.
        for (const control of event.currentTarget.elements)
          control.dispatchEvent(new Event('change'));
        void form.submit();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </form>
  );
}

/** Events carry nothing that was typed. The root sends them, as a success may remove the form. */
function announceSteps({ id, $step }: FormStore, element: HTMLFormElement | null): () => void {
  const root = element?.getRootNode();
  const announce = (event: keyof typeof formEvent) =>
    root?.dispatchEvent(
      new CustomEvent(formEvent[event], { bubbles: true, composed: true, detail: { form: id } }),
    );
  return $step.listen(({ step }, before) => {
    if (step === 'sending') announce('submit');
    else if (before?.step === 'sending') announce(step === 'sent' ? 'success' : 'error');
  });
}

/** Links to the wrong fields. Takes the focus; a live region would read all of it at each correction. */
export function ErrorSummary({ form }: { form: FormStore }) {
  const blockedSubmits = useStore(form.$blockedSubmits);
  const visibleErrors = useStore(form.$visibleErrors);
  const names = Object.keys(form.labels).filter((name) => visibleErrors[name]);
  if (blockedSubmits === 0) return null;
  const title = `Confira ${names.length} ${names.length > 1 ? 'campos' : 'campo'}`;
  return (
    <div className="error-summary" role="group" aria-label={title} tabIndex={-1}>
      <b>{title}</b>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(form, name)}`}
              onClick={(event) => {
                // Only the focus moves: the link's fragment would open or close dialogs.
                event.preventDefault();
                document.getElementById(fieldId(form, name))?.focus();
              }}
            >
              {form.labels[name]}
              <span className="visually-hidden">: {visibleErrors[name]}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SubmitButtonProps {
  form: FormStore;
  className?: string;
  children: ReactNode;
}

/** A form with fewer fields shows no note of what is missing; only screen readers need it. */
const notedFields = 3;

/** Says what is missing; a press shows all errors. Natively disabled until its script loads. */
export function SubmitButton({
  form,
  className = 'button button-wide',
  children,
}: SubmitButtonProps) {
  const isHydrated = useHydrated();
  const visibleErrors = useStore(form.$visibleErrors);
  const errors = useStore(form.$errors);
  const missing = missingText(form.labels, useStore(form.$values), errors, visibleErrors);
  const { step } = useStore(form.$step);
  // Stays busy after sending, because the page or the view is about to change.
  const busy = step === 'sending' || step === 'sent';
  const sendable = missing === '' && !busy;
  const note = `${form.id}-falta`;
  const isShort = Object.keys(form.labels).length < notedFields;
  return (
    <>
      <button
        type="submit"
        className={className}
        disabled={!isHydrated}
        aria-disabled={!sendable}
        aria-busy={busy || undefined}
        aria-describedby={note}
      >
        <span>{children}</span>
      </button>
      <p className={isShort ? 'visually-hidden' : 'missing-note'} id={note} aria-live="polite">
        {missing}
      </p>
    </>
  );
}

/** What a short form says of its next step; a longer one shows what is missing. */
export function ShortFormNote({ form, children }: { form: FormStore; children: ReactNode }) {
  return (
    Object.keys(form.labels).length < notedFields && (
      <p className="missing-note" aria-hidden="true">
        {children}
      </p>
    )
  );
}

/**
 * One field is named, several are counted as a summary of errors does; empty when the form can be
 * sent. A field being typed into still counts as missing, or it would be announced twice.
 */
export function missingText(
  labels: Labels,
  values: Values,
  errors: Errors,
  visibleErrors: Errors,
): string {
  const wrongFields = Object.entries(labels).filter(([name]) => errors[name]);
  const isFilled = wrongFields.some(([name]) => visibleErrors[name] && values[name]?.trim());
  if (wrongFields.length > 1)
    return `${isFilled ? 'Confira' : 'Faltam'} ${wrongFields.length} campos`;
  const [, label] = wrongFields[0] ?? [];
  return label ? `${isFilled ? 'Confira' : 'Falta preencher'}: ${withinSentence(label)}` : '';
}

/** Only our label Razão Social has two capitals; names in a campaign's labels keep theirs. */
function withinSentence(label: string): string {
  return label
    .replace(/\?$/, '')
    .replaceAll(/^.(?![A-ZÀ-Ý])|Social$/g, (letters) => letters.toLowerCase());
}

export function FormAlert({ form }: { form: FormStore }) {
  const step = useStore(form.$step);
  if (step.step !== 'failed') return null;
  return <AlertDialog lines={step.lines} onClose={form.dismiss} />;
}
