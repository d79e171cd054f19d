import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formEvent } from '../page-events.ts';
import type { Form as FormStore } from './form.ts';

interface FormProps {
  form: FormStore;
  className?: string;
  /** False when Enter in a field must not send the form. */
  submitOnEnter?: boolean;
  children: ReactNode;
}

/** By `method` a form sent without the script does not put what was typed into the address. */
export function Form({ form, className = 'form', submitOnEnter = true, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const touched = useRef(false);
  const touch = () => {
    if (!touched.current) form.touch();
    touched.current = true;
  };
  useLayoutEffect(() => form.restore(), [form]);
  useLayoutEffect(() => {
    const stop = announceSteps(form, element.current);
    // Stops a task later, because a success may remove the form before it is announced.
    return () => void setTimeout(stop);
  }, [form]);
  return (
    <form
      ref={element}
      id={form.id}
      className={className}
      method="post"
      noValidate
      onFocus={touch}
      // Typing counts as well: a field that the page itself focused gets no focus event.
      onInput={touch}
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
