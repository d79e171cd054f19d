import type { FormProgress } from '../../src/ui/embedder-events.ts';
import {
  type AttributeTable,
  type AttributeValues,
  readOptions,
  scriptFolderAddress,
} from './attribute-reader.ts';
import { type ProblemCode, reportProblem } from './report-problem.ts';

export interface WidgetEvents {
  ready: Record<string, never>;
  resize: { height: number };
  seen: Record<string, never>;
  started: { form: string };
  step: Omit<FormProgress, 'isFirst'>;
  submit: { form: string };
  success: { form: string };
  done: { form: string };
  error: { form?: string; code?: string };
  failed: { form?: string; code?: string };
  handoff: { url: string };
}

/** Dispatches `promo:{type}` on the widget's element. @returns false if a listener prevented it */
export function announce<Type extends keyof WidgetEvents>(
  element: Element,
  type: Type,
  detail: WidgetEvents[Type],
): boolean {
  const init = { bubbles: true, composed: true, cancelable: true, detail };
  return element.dispatchEvent(new CustomEvent(`promo:${type}`, init));
}

/** Reports to the page and its developer why a widget is not shown. */
export function failWidget(host: Element, code: ProblemCode, about?: string): Handle {
  announce(host, 'error', { code });
  reportProblem(host, code, about);
  return { unmount() {} };
}

export interface Handle<Table extends AttributeTable = AttributeTable> {
  unmount(): void;
  /** False if these attributes need a new mount. */
  update?(options: AttributeValues<Table>): boolean;
  /** True if a new mount would lose what the user typed. */
  isTouched?(): boolean;
  /** Without it, the widget is mounted again. */
  reset?(): void;
  focus?(): void;
}

export interface Widget<Table extends AttributeTable> {
  readonly name: string;
  readonly attributes: Table;
  mount(host: HTMLElement, options: AttributeValues<Table>): Handle<Table> | Promise<Handle<Table>>;
}

/** Also handles `data-promo-widget="{name}"` and later elements; does nothing on a server. */
export function defineWidget<Table extends AttributeTable>(widget: Widget<Table>): void {
  const tag = `promo-${widget.name}`;
  if (!globalThis.document || globalThis.customElements?.get(tag)) return;
  globalThis.customElements?.define(
    tag,
    class extends HTMLElement {
      static readonly observedAttributes = Object.keys(widget.attributes);
      #mounted: MountedWidget | undefined;

      connectedCallback() {
        this.#mounted ??= mountWidget(this, widget);
      }

      /** Waits, because a page that moves its element removes it and inserts it again. */
      disconnectedCallback() {
        queueMicrotask(() => this.isConnected || this.#unmount());
      }

      attributeChangedCallback() {
        this.#mounted?.update();
      }

      /** Clears everything typed; what was sent stays sent. */
      reset() {
        this.#mounted?.reset();
      }

      /** The form's first field. */
      override focus() {
        this.#mounted?.focus();
      }

      /** Final: also removes what the element held before. */
      destroy() {
        this.#unmount();
        this.replaceChildren();
      }

      #unmount() {
        this.#mounted?.unmount();
        this.#mounted = undefined;
      }
    },
  );
  mountMarkedElements(widget);
  // A `data-promo-widget` within a shadow tree cannot be found, so it counts as absent.
  const reportAbsence = () =>
    isUsed || reportProblem(document.documentElement, 'ELEMENT_NOT_FOUND', `<${tag}>`);
  // A page has five seconds to add its element; a page's own bundle may do it at any time.
  if (scriptFolderAddress) setTimeout(reportAbsence, 5000);
}

let isUsed = false;

interface MountedWidget {
  update(): void;
  reset(): void;
  focus(): void;
  unmount(): void;
}

function mountWidget<Table extends AttributeTable>(
  host: HTMLElement,
  widget: Widget<Table>,
): MountedWidget {
  isUsed = true;
  let lastOptions = '';
  let handle: Handle<Table> | undefined;

  const read = () =>
    readOptions(host, widget.attributes, (name, text) =>
      reportProblem(host, 'ATTRIBUTE_INVALID', `${name}="${text}"`),
    );

  /** 0 until the element is parsed. A mount that finishes after a newer one is undone. */
  let mountCount = 0;

  function unmount() {
    mountCount += 1;
    handle?.unmount();
    handle = undefined;
  }

  function mount() {
    unmount();
    const thisMount = mountCount;
    const keepLatest = (mounted: Handle<Table>) => {
      if (thisMount === mountCount) handle = mounted;
      else mounted.unmount();
    };
    const fail = (error: unknown) => failWidget(host, 'WIDGET_FAILED', String(error));
    const options = read();
    lastOptions = JSON.stringify(options);
    try {
      const mounted = widget.mount(host, options);
      if ('then' in mounted) mounted.then(keepLatest, fail);
      else keepLatest(mounted);
    } catch (error) {
      fail(error);
    }
  }

  whenParsed(host, () => {
    if (mountCount === 0) mount();
  });
  return {
    update() {
      const options = read();
      const text = JSON.stringify(options);
      if (mountCount === 0 || lastOptions === text) return;
      lastOptions = text;
      // A form that a user has touched stays as it is until its element leaves the page.
      if (handle?.update?.(options) || handle?.isTouched?.()) return;
      mount();
    },
    reset() {
      if (handle?.reset) handle.reset();
      else if (mountCount > 0) mount();
    },
    focus() {
      handle?.focus?.();
    },
    unmount,
  };
}

/** For pages that may not contain unknown elements, or have deleted what defines them. */
function mountMarkedElements<Table extends AttributeTable>(widget: Widget<Table>): void {
  const mountedWidgets = new Map<Node, MountedWidget>();
  const selector = `[data-promo-widget="${widget.name}"]${globalThis.customElements ? '' : `,promo-${widget.name}`}`;

  function syncElements() {
    // Through the prototype: a form with this name would hide the document's member.
    const hosts = [
      ...Document.prototype.querySelectorAll.call(document, selector),
    ] as HTMLElement[];
    for (const [host, mounted] of mountedWidgets) {
      if (hosts.includes(host as HTMLElement)) continue;
      mounted.unmount();
      mountedWidgets.delete(host);
    }
    for (const host of hosts) {
      if (!mountedWidgets.has(host)) mountedWidgets.set(host, mountWidget(host, widget));
    }
  }

  syncElements();
  new MutationObserver((changes) => {
    for (const { target } of changes) mountedWidgets.get(target)?.update();
    syncElements();
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: [
      'data-promo-widget',
      ...Object.keys(widget.attributes).map((name) => `data-${name}`),
    ],
  });
}

/** At once, unless the parser is still inside the element. */
function whenParsed(element: Element, act: () => void): void {
  if (document.readyState !== 'loading' || hasFollower(element)) act();
  else addEventListener('DOMContentLoaded', act);
}

/** A node after the element, or after one around it, was parsed after the element's end. */
function hasFollower(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (node.nextSibling) return true;
  }
  return false;
}

export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
