/**
 * In a sandbox without `allow-forms` the browser sends no form and tells no script that one was to
 * be sent. Ours are sent by their scripts, so a press counts there as well.
 */
export function sendSandboxedForms(root: HTMLElement, signal: AbortSignal): void {
  let isSent = false;
  root.addEventListener('submit', () => (isSent = true), { capture: true, signal });
  root.addEventListener(
    'click',
    (press) => {
      const target = press.target instanceof Element ? press.target : null;
      const submitter = target?.closest<HTMLButtonElement>('button[type="submit"]');
      if (!submitter) return;
      isSent = false;
      // The browser's own event comes at once, after all that listen to the press.
      setTimeout(() => {
        if (isSent || press.defaultPrevented) return;
        const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
        submitter.form?.dispatchEvent(submit);
      });
    },
    { signal },
  );
}
