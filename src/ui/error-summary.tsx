import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Form } from './form.ts';
import { fieldId } from './use-field.ts';

/** Lists the errors that stopped the last submit, with a link to each field. Takes the focus. */
export function ErrorSummary({ form }: { form: Form }) {
  const box = useRef<HTMLDivElement>(null);
  const stops = useStore(form.$failedSubmits);
  const shown = useStore(form.$visibleErrors);
  const names = Object.keys(form.labels).filter((name) => shown[name]);
  useEffect(() => {
    if (stops > 0) box.current?.focus();
  }, [stops]);

  if (stops === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box} id={`${form.id}-erros`}>
      <h2>{names.length === 1 ? 'Confira 1 campo' : `Confira ${names.length} campos`}</h2>
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
              {form.labels[name]}: {shown[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
