import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Esc or a press elsewhere dismisses it (WCAG 2.2, 1.4.13); `wrapperProps` go around both. */
export function useTooltip() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);

  // A layout effect: before a later effect runs, Esc would close the dialog around the tooltip.
  useLayoutEffect(() => {
    if (!isOpen) return;
    // The browser scrolls a focused control into view, but not the tooltip under it.
    if (ref.current?.matches(':focus-within')) {
      ref.current.querySelector('.tooltip')?.scrollIntoView({ block: 'nearest' });
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise Esc would close a dialog around the tooltip.
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
  }, [isOpen]);

  const show = () => setOpen(true);
  const wrapperProps = {
    ref,
    onMouseEnter: show,
    onMouseLeave: () => setOpen((shown) => shown && Boolean(ref.current?.matches(':focus-within'))),
    onFocusCapture: show,
    onBlurCapture: () => setOpen((shown) => shown && Boolean(ref.current?.matches(':hover'))),
    onClick: show,
  };
  return { isOpen, wrapperProps };
}

interface HelpTipProps {
  label: string;
  /** Without links or buttons. */
  children: ReactNode;
}

export function HelpTip({ label, children }: HelpTipProps) {
  const { isOpen, wrapperProps } = useTooltip();
  const id = `ajuda-${label.replaceAll(/\s+/g, '-')}`;
  return (
    <span {...wrapperProps}>
      <button type="button" className="help" aria-label={`Ajuda: ${label}`} aria-describedby={id} />
      <span className="tooltip" role="tooltip" id={id} hidden={!isOpen}>
        {children}
      </span>
    </span>
  );
}
