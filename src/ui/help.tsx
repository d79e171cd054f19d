import type { ReactNode } from 'react';
import { useTooltip } from './use-tooltip.ts';

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
