import { useEffect, useState } from 'react';

interface HelpTipProps {
  /** Of the text, so that what it is about may be described by it; it is found while hidden too. */
  id: string;
  label: string;
  text: string;
}

/** A question mark that shows and hides a text; Esc hides it too, before it closes a dialog. */
export function HelpTip({ id, label, text }: HelpTipProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const hide = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setShown(false);
    };
    document.addEventListener('keydown', hide);
    return () => document.removeEventListener('keydown', hide);
  }, [shown]);
  return (
    <>
      <button
        type="button"
        className="help"
        aria-label={label}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      />
      <p className="tooltip" role="tooltip" id={id} hidden={!shown}>
        {text}
      </p>
    </>
  );
}
