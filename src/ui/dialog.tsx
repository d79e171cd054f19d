import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

export interface Figure {
  src: string;
  width: string;
  height: string;
}

interface DialogProps {
  title: string;
  /** Unique among dialogs that may be open together. */
  id?: string;
  className?: string;
  /** False when the dialog's own button is the only way out; then the title comes first and gets the focus. */
  cross?: boolean;
  /** The figure behind a form, in a head of the campaign's colour. */
  figure?: Figure;
  /** What the head says below the title: a paragraph of the class `dialog-lead`. */
  lead?: ReactNode;
  /** Makes it an alert: the id of the text that screen readers say after the title. */
  describedBy?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A press this soon after what it pressed has changed is the second of a double press, and not meant for what came. */
export const doublePressMs = 500;

/** A native modal dialog, open while mounted. Esc, the cross and the backdrop close it. */
export function Dialog({
  title,
  id = 'dialogo',
  className = '',
  cross = true,
  figure,
  lead,
  describedBy,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { current: openedAt } = useRef(performance.now());
  const beganOutside = useRef(false);
  const close = () => dialog.current?.close();

  // Declared first, so that its cleanup runs first: unmounting closes without calling onClose.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.addEventListener('close', onClose);
    return () => element?.removeEventListener('close', onClose);
  }, [onClose]);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    updateScrollLock();
    // The focus goes to the first field or an alert's Ok, else to the title, where it draws no ring.
    const first = 'input, select, textarea, .dialog-title:first-child, [role] .button';
    (element?.querySelector<HTMLElement>(first) ?? element?.querySelector('h2'))?.focus();
    // An element removed while open would not give the focus back.
    return () => {
      element?.close();
      updateScrollLock();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc.
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      role={describedBy && 'alertdialog'}
      aria-labelledby={`${id}-titulo`}
      aria-describedby={describedBy}
      // Text selected with the mouse may end beside the dialog.
      onMouseDown={(event) =>
        (beganOutside.current = event.timeStamp > openedAt + doublePressMs && isOnBackdrop(event))
      }
      onClick={(event) => beganOutside.current && isOnBackdrop(event) && close()}
      // At Esc. The event `close` comes a task later: by then the dialog may be open again.
      onCancel={onClose}
    >
      <div className={figure ? 'dialog-head rays' : 'dialog-head'}>
        {cross && (
          <button type="button" className="dialog-close" aria-label="Fechar" onClick={close} />
        )}
        <h2 className="dialog-title" id={`${id}-titulo`} tabIndex={-1}>
          {title}
        </h2>
        {lead}
        {figure && <img {...figure} alt="" />}
      </div>
      {children}
    </dialog>
  );
}

/** Stops the page from scrolling. A style for `html:has(:modal)` slowed each change of a long page. */
const updateScrollLock = () =>
  document.documentElement.classList.toggle('promo-dialog', !!document.querySelector(':modal'));

/**
 * A click on the dialog's padding also has the dialog as its target, so its position is measured.
 * Other clicks are not, since that would force a layout of what they have just changed.
 */
function isOnBackdrop({ clientX, clientY, target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface AlertDialogProps {
  lines: readonly string[];
  onClose: () => void;
}

export function AlertDialog({ lines, onClose }: AlertDialogProps) {
  if (lines.length === 0) return null;
  return (
    <Dialog
      title="Atenção"
      id="alerta"
      describedBy="alerta-texto"
      className="dialog-centred dialog-alert"
      onClose={onClose}
    >
      <div id="alerta-texto" className="form">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" className="button button-wide" onClick={onClose}>
        Ok
      </button>
    </Dialog>
  );
}
