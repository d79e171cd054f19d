import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formEvent } from '../page-events.ts';
import type { Form as FormStore } from './form.ts';

interface FormProps {
  form: FormStore;
  className?: string;
  /** False: the Enter key in a field sends nothing. */
  submitOnEnter?: boolean;
  children: ReactNode;
}

/** `method` keeps what was typed out of the address, should a browser send it without the script. */
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
    // A success may take the form out of the page before it is announced.
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
      // The page itself may have focused the first field: that is no touch.
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

/** The events hold nothing typed, and leave from the root: a success may remove the form. */
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
