/**
 * In a sandbox without `allow-forms` a press on a form's button fires no submit event. Our scripts
 * send the forms themselves, so they get the event from here.
 * @param onUnheard after a press whose event a listener of the page's window has stopped
 */
export function sendSandboxedForms(
  root: HTMLElement,
  signal: AbortSignal,
  onUnheard?: () => void,
): void {
  let isSent = false;
  root.addEventListener('submit', () => (isSent = true), { capture: true, signal });
  root.addEventListener(
    'click',
    (press) => {
      const target = press.target instanceof Element ? press.target : null;
      const submitter = target?.closest<HTMLButtonElement>('button[type="submit"]');
      if (!submitter?.form) return;
      isSent = false;
      // The browser would send what was typed to the page's own server.
      submitter.form.method = 'dialog';
      // Where forms are allowed, the browser's own event has come before this task.
      setTimeout(() => {
        if (isSent || press.defaultPrevented) return;
        const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
        submitter.form?.dispatchEvent(submit);
        if (!isSent) onUnheard?.();
      });
    },
    { signal },
  );
}

/** WebKit empties fields such as the CPF after `pageshow` when the page comes from the back/forward cache. */
export function restoreTypedOnReturn(root: ParentNode, signal: AbortSignal): void {
  const restoreLater = () => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input:not([type=file])')];
    const texts = fields.map(({ value }) => value);
    const restore = () =>
      fields.forEach((field, index) => {
        field.value = texts[index] ?? '';
      });
    window.addEventListener('pageshow', () => setTimeout(restore), { once: true });
  };
  window.addEventListener('pagehide', restoreLater, { signal });
}

/** A sent form's button is busy until the next page comes; call it where none comes. */
export function endBusy(root: ParentNode): void {
  for (const button of root.querySelectorAll('[aria-busy="true"]')) {
    button.setAttribute('aria-busy', 'false');
  }
}
