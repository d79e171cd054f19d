import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { formatDateTime } from '../rules/dates.ts';
import type { FoundAddressProps } from './address-fields.tsx';
import type { Figure } from './dialog.tsx';
import { focusTitle, useFocusOnMount } from './focus.ts';

interface LoadedViewProps<Value> {
  loaded:
    | { state: 'loading' }
    | { state: 'failed'; lines: readonly string[] }
    | { state: 'loaded'; value: Value; staleSince?: Date };
  onRetry: () => void;
  /** What screen readers hear once it is there. */
  arrived?: string;
  /** Makes a panel of a failure, in a page that has none there. */
  panel?: NotLoadedPanelLooks;
  children: (value: Value) => ReactNode;
}

export function LoadedView<Value>({
  loaded,
  onRetry,
  arrived = 'Carregado.',
  panel,
  children,
}: LoadedViewProps<Value>) {
  const { state } = loaded;
  const [wasLoading, setWasLoading] = useState(false);
  if (state === 'loading' && !wasLoading) setWasLoading(true);
  return (
    <>
      {/* One element in all states, so that screen readers announce each. */}
      <p className={state === 'loading' ? 'loading' : 'visually-hidden'} aria-live="polite">
        {state === 'loading' ? 'Carregando…' : state === 'loaded' && wasLoading && arrived}
      </p>
      {state === 'failed' &&
        (panel ? (
          <NotLoadedPanel {...panel} lines={loaded.lines} onRetry={onRetry} />
        ) : (
          <NotLoaded lines={loaded.lines} onRetry={onRetry} />
        ))}
      {state === 'loaded' && (
        <>
          <StaleNote {...loaded} />
          {children(loaded.value)}
        </>
      )}
    </>
  );
}

/** In the page before it has a text, so that screen readers announce that. */
export function StaleNote({ staleSince }: { staleSince?: Date }) {
  return (
    <p className={staleSince ? 'message message-info' : 'visually-hidden'} aria-live="polite">
      {staleSince &&
        `Não foi possível atualizar. O que você vê é de ${formatDateTime(staleSince.toISOString())}.`}
    </p>
  );
}

interface NotLoadedProps {
  lines: readonly string[];
  onRetry: () => void;
}

interface NotLoadedPanelLooks {
  figure: Figure;
  /** Where support can be asked, as the failure's sentence advises. */
  contact: string;
}

export function NotLoadedPanel({
  figure,
  contact,
  ...props
}: NotLoadedProps & NotLoadedPanelLooks) {
  return (
    <section className="panel empty-state not-loaded">
      <img className="figure-disc" {...figure} alt="" />
      <NotLoaded {...props} />
      <a className="button-link" href={contact}>
        Fale conosco
      </a>
    </section>
  );
}

export function NotLoaded({ lines, onRetry }: NotLoadedProps) {
  return (
    <>
      <p className="message message-danger" role="alert">
        {lines.join(' ')}
      </p>
      <button
        type="button"
        className="button retry"
        onClick={({ currentTarget }) => {
          focusTitle(currentTarget);
          onRetry();
        }}
      >
        Tentar de novo
      </button>
    </>
  );
}

interface SentNoticeProps {
  figure?: Figure;
  /** What to know besides, below the notice. */
  more?: string;
  children: ReactNode;
  /** Words of the button, where closing leads to another page. */
  next?: string | undefined;
  onClose: () => void;
}

/** Replaces a sent form and takes the focus, because the submit button is gone. */
export function SentNotice({ children, figure, more, next = 'Ok', onClose }: SentNoticeProps) {
  const ok = useFocusOnMount<HTMLButtonElement>();
  return (
    <>
      {figure && <img className="dialog-figure" {...figure} alt="" />}
      <p className="message message-success" id="enviado">
        {children}
      </p>
      {more && <p>{more}</p>}
      <button
        type="button"
        className="button button-wide"
        ref={ok}
        aria-describedby="enviado"
        onClick={onClose}
      >
        {next}
      </button>
    </>
  );
}

export type Tone = 'success' | 'waiting' | 'going' | 'danger' | 'mute';

export function Chip({ tone = 'waiting', label }: { tone: Tone | undefined; label: string }) {
  return <span className={`chip chip-${tone}`}>{label}</span>;
}

interface LineStep {
  label: string;
  drawing: string;
}

interface StepLineProps {
  steps: readonly LineStep[];
  reached: number;
  className: string;
}

/** How many of its steps an order or a payment has taken; screen readers get that in words. */
export function StepLine({ steps, reached, className }: StepLineProps) {
  return (
    <span className={`step-line ${className}`} aria-hidden="true">
      {steps.map(({ label, drawing }, index) => (
        <span className={index < reached ? 'step-done' : undefined} key={label}>
          <StepDrawing path={drawing} />
          {label}
        </span>
      ))}
    </span>
  );
}

export function StepDrawing({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Of an address for prizes: street and city of its postal code are text. */
export function FoundPlace({ form, hasStreet }: FoundAddressProps) {
  const values = useStore(form.$values);
  const box = useRef<HTMLDivElement>(null);
  // A user who went on while the postal code was looked up was in a field that is now text.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const next = `[name="address.${hasStreet ? 'number' : 'street'}"]`;
    box.current?.closest('form')?.querySelector<HTMLElement>(next)?.focus();
  }, [hasStreet]);
  return (
    <div className="found-address" ref={box}>
      {hasStreet && <p>{values['address.street']}</p>}
      <p>
        {values['address.city']} - {values['address.state']}
      </p>
    </div>
  );
}

/** In a narrow place, an email in a text goes on behind its @ rather than at a hyphen. */
export function breakableEmail(text: string): ReactNode {
  const [before = '', ...afterwards] = text.split('@');
  if (afterwards.length === 0) return text;
  const start = before.lastIndexOf(' ') + 1;
  const [host, ...others] = afterwards.join('@').split(' ');
  return (
    <>
      {before.slice(0, start)}
      <span className="email-part">{before.slice(start)}@</span>
      <span className="email-part">{host}</span>
      {others.length > 0 && breakableEmail(` ${others.join(' ')}`)}
    </>
  );
}
