import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formEvent } from '../page-events.ts';
import type { Form as FormStore } from './form.ts';

interface FormProps {
  form: FormStore;
  className?: string;
  /** False: the Enter key in a field sends nothing. */
  submitOnEnter?: boolean;
  /** Called once, when the focus first comes into the form: the moment to load what sending needs. */
  onFirstTouch?: () => void;
  children: ReactNode;
}

/**
 * Until the script is there its button is disabled, and should something send it all the same, the
 * method keeps what was typed out of the address.
 */
export function Form({
  form,
  className = 'form',
  submitOnEnter = true,
  onFirstTouch,
  children,
}: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const touched = useRef(false);
  const touch = () => {
    form.prepare();
    if (!touched.current) onFirstTouch?.();
    touched.current = true;
  };
  useLayoutEffect(() => form.restore(), [form]);
  useLayoutEffect(() => announceSteps(form, element.current), [form]);
  return (
    <form
      ref={element}
      id={form.id}
      className={className}
      method="post"
      noValidate
      onFocus={touch}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      onKeyDown={(event) => {
        const inField = event.target instanceof HTMLInputElement;
        if (event.key === 'Enter' && inField && !submitOnEnter) event.preventDefault();
      }}
    >
      {children}
    </form>
  );
}

/**
 * Tells the page of each save and of what came of it, by events with the form's id and nothing that
 * was typed (`formEvent`). They leave from the root that the form
 * stands in, since a success may take the form itself out of the page.
 * @returns a function that ends it.
 */
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
