import { type ReactNode, useEffect, useRef } from 'react';

interface SentNoticeProps {
  children: ReactNode;
  onClose: () => void;
}

/** Replaces a sent form and takes the focus, because the submit button is gone. */
export function SentNotice({ children, onClose }: SentNoticeProps) {
  const ok = useRef<HTMLButtonElement>(null);
  useEffect(() => ok.current?.focus(), []);
  return (
    <>
      <p className="message message-success" role="status">
        {children}
      </p>
      <button type="button" className="button button-wide" ref={ok} onClick={onClose}>
        Ok
      </button>
    </>
  );
}
