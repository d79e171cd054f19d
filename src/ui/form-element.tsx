import { type ReactNode, useEffect, useRef } from 'react';
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
  const touched = useRef(false);
  useEffect(() => form.restore(), [form]);
  return (
    <form
      id={form.id}
      className={className}
      method="post"
      noValidate
      onFocus={() => {
        if (!touched.current) onFirstTouch?.();
        touched.current = true;
      }}
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
