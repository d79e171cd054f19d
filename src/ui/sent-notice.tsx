import { type ReactNode, useEffect, useRef } from 'react';
import type { Figure } from './dialog.tsx';

interface SentNoticeProps {
  /** A drawing above the message. */
  figure?: Figure;
  children: ReactNode;
  onClose: () => void;
}

/** Replaces a sent form and takes the focus, because the submit button is gone. */
export function SentNotice({ children, figure, onClose }: SentNoticeProps) {
  const ok = useRef<HTMLButtonElement>(null);
  useEffect(() => ok.current?.focus(), []);
  return (
    <>
      {figure && <img className="dialog-figure" {...figure} alt="" />}
      <p className="message message-success" role="status">
        {children}
      </p>
      <button type="button" className="button button-wide" ref={ok} onClick={onClose}>
        Ok
      </button>
    </>
  );
}
