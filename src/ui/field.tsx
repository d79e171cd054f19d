import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { bindControl, type Control } from './bind-control.ts';
import type { FormStore } from './form.ts';
import type { Mask } from './masks.ts';

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  mark?: ReactNode;
  children: ReactNode;
}

export function Field({ id, label, hint, error, optional, mark, children }: FieldProps) {
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && ' (opcional)'}
        {mark}
      </label>
      <FieldHint id={id} hint={hint} />
      <FieldErrorText id={id} error={error} />
      {children}
    </div>
  );
}

export function FieldHint({ id, hint }: Pick<FieldProps, 'id' | 'hint'>) {
  if (!hint) return null;
  return (
    <p className="field-hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
}

export function FieldErrorText({ id, error }: Pick<FieldProps, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <span className="visually-hidden">Erro: </span>
      {error}
    </p>
  );
}

export interface BoundFieldProps {
  form: FormStore;
  name: string;
  label?: string | undefined;
  hint?: ReactNode;
}

export function useField<Element extends Control>(
  { form, name, label, hint }: BoundFieldProps,
  mask?: Mask,
) {
  const ref = useRef<Element>(null);
  const error = useStore(form.$visibleErrors)[name];
  // A layout effect runs before the next key, so that a submit finds what was typed.
  useLayoutEffect(() => {
    return ref.current ? bindControl(form, name, ref.current, mask) : undefined;
  }, [form, name, mask]);
  const id = fieldId(form, name);
  return {
    id,
    label: label ?? form.labels[name] ?? name,
    hint,
    error,
    control: {
      ref,
      id,
      name,
      'aria-invalid': Boolean(error),
      'aria-describedby':
        [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    },
  };
}

export function fieldId(form: Pick<FormStore, 'id'>, name: string): string {
  return `${form.id}-${name.replaceAll('.', '-')}`;
}
