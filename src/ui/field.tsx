import type { ReactNode } from 'react';

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  errorId?: string | undefined;
  optional?: boolean | undefined;
  mark?: string | undefined;
  children: ReactNode;
}

export function Field({
  id,
  label,
  hint,
  error,
  errorId,
  optional,
  mark,
  children,
}: FieldFrameProps) {
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && ' (opcional)'}
        {mark && <span className="read-mark">{mark}</span>}
      </label>
      <FieldHint id={id} hint={hint} />
      {!errorId && <FieldErrorText id={id} error={error} />}
      {children}
    </div>
  );
}

export function FieldHint({ id, hint }: Pick<FieldFrameProps, 'id' | 'hint'>) {
  if (!hint) return null;
  return (
    <p className="field-hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
}

export function FieldErrorText({ id, error }: Pick<FieldFrameProps, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <span className="visually-hidden">Erro: </span>
      {error}
    </p>
  );
}
