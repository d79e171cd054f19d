/** How far a user has come in a form, whose sections are its steps, counted from 1. */
export interface FormProgress {
  form: string;
  step: number;
  of: number;
  isFirst: boolean;
}

/** Reports a form's first focus, and then once each later section that the focus enters. */
export function watchProgress(
  root: Document | HTMLElement,
  signal: AbortSignal,
  onProgress: (progress: FormProgress) => void,
): void {
  const reached = new Map<string, number>();
  const reportProgress = (target: EventTarget | null) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (!form || !root.contains(form) || !(target instanceof Element)) return;
    const sections = [...form.querySelectorAll('.form-section')];
    const begunSections = sections.filter(
      (section) => section.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const step = begunSections.length || 1;
    if (step <= (reached.get(form.id) ?? 0)) return;
    const isFirst = !reached.has(form.id);
    reached.set(form.id, step);
    onProgress({ form: form.id, step, of: sections.length || 1, isFirst });
  };
  reportProgress(document.activeElement);
  root.addEventListener('focusin', ({ target }) => reportProgress(target), { signal });
}

/** Calls when the element reaches the middle third of the window; at once without an observer. */
export function onceSeen(element: Element, signal: AbortSignal, onSeen: () => void): void {
  if (!globalThis.IntersectionObserver) {
    onSeen();
    return;
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      onSeen();
    },
    // No share of the form, since many forms are taller than the window.
    { rootMargin: '-33% 0px' },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
