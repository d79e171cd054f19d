import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/**
 * When a tooltip shows (WCAG 2.2, 1.4.13): while its control has the focus, the pointer is on
 * control or tooltip, or the control was pressed. Esc dismisses it, and a press elsewhere.
 * `frame` goes on the element around control and tooltip.
 */
export function useTooltip() {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);

  // As soon as it shows: an Esc that came before would close the dialog around it.
  useLayoutEffect(() => {
    if (!open) return;
    // Focus brings the control into view, not what stands under it; under a pointer nothing moves.
    if (ref.current?.contains(document.activeElement)) {
      ref.current.querySelector('[role="tooltip"]')?.scrollIntoView({ block: 'nearest' });
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it stays open.
      event.preventDefault();
      setOpen(false);
    };
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && ref.current?.contains(target))) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [open]);

  const show = () => setOpen(true);
  const frame = {
    ref,
    onMouseEnter: show,
    onMouseLeave: () =>
      setOpen((shown) => shown && Boolean(ref.current?.contains(document.activeElement))),
    onFocus: show,
    onBlur: () => setOpen((shown) => shown && Boolean(ref.current?.matches(':hover'))),
    onClick: show,
  };
  return { open, frame };
}

interface HelpTipProps {
  /** What is explained; no two of a page explain the same. */
  label: string;
  /** The explanation: a sentence or two, nothing to press. */
  children: ReactNode;
}

/** A question mark that explains what stands before it; placed by the nearest positioned box. */
export function HelpTip({ label, children }: HelpTipProps) {
  const { open, frame } = useTooltip();
  const id = `ajuda-${label.replaceAll(/\s+/g, '-')}`;
  return (
    <span {...frame}>
      <button type="button" className="help" aria-label={`Ajuda: ${label}`} aria-describedby={id} />
      <span className="tooltip tooltip-help" role="tooltip" id={id} hidden={!open}>
        {children}
      </span>
    </span>
  );
}
