import { type AttributeTable, type AttributeValues, readOptions } from './attributes.ts';

/** What a widget tells its page; never anything that was typed. */
export interface WidgetEvents {
  ready: Record<string, never>;
  /** Pixels. */
  resize: { height: number };
  submit: { form: string };
  success: { form: string };
  error: { form?: string; code?: string };
  /** The person goes on at this page of the campaign's site. */
  handoff: { url: string };
}

/** Tells the page, by `promo:{type}` from the widget's element. */
export function announce<Type extends keyof WidgetEvents>(
  element: Element,
  type: Type,
  detail: WidgetEvents[Type],
): void {
  element.dispatchEvent(
    new CustomEvent(`promo:${type}`, { bubbles: true, composed: true, detail }),
  );
}

/** What has been mounted, as the element's attributes change and when it leaves. */
export interface Handle<Table extends AttributeTable = AttributeTable> {
  unmount(): void;
  /** Takes other attributes over where it stands; false when it has to be mounted anew for them. */
  update?(options: AttributeValues<Table>): boolean;
  /** Whether it may hold what a user typed, which mounting anew would lose. */
  isTouched?(): boolean;
}

/** A widget: what it is called, what may be asked of it, and how it comes into an element. */
export interface Widget<Table extends AttributeTable> {
  readonly name: string;
  readonly attributes: Table;
  mount(host: HTMLElement, options: AttributeValues<Table>): Handle<Table>;
}

/**
 * Makes `<promo-{name}>` work, and elements with `data-promo-widget="{name}"`: those that are there
 * and those that come later. The second call for a name, and a call on a server, does nothing.
 */
export function defineWidget<Table extends AttributeTable>(widget: Widget<Table>): void {
  const tag = `promo-${widget.name}`;
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends HTMLElement {
      static readonly observedAttributes = Object.keys(widget.attributes);
      #place: Place | undefined;

      connectedCallback() {
        this.#place = occupy(this, widget);
      }

      disconnectedCallback() {
        this.#place?.leave();
        this.#place = undefined;
      }

      attributeChangedCallback() {
        this.#place?.renew();
      }
    },
  );
  followMarks(widget);
}

/** An element that a widget is in, or will be once it has been parsed. */
interface Place {
  renew(): void;
  leave(): void;
}

function occupy<Table extends AttributeTable>(host: HTMLElement, widget: Widget<Table>): Place {
  /** What the attributes said when they were last looked at; undefined before the first time. */
  let known: string | undefined;
  let handle: Handle<Table> | undefined;

  function enter() {
    const options = readOptions(host, widget.attributes);
    known = JSON.stringify(options);
    try {
      handle = widget.mount(host, options);
    } catch {
      announce(host, 'error', { code: 'WIDGET_FAILED' });
    }
  }

  const stopWaiting = whenParsed(host, enter);
  return {
    renew() {
      if (known === undefined) return;
      const options = readOptions(host, widget.attributes);
      if (known === JSON.stringify(options)) return;
      known = JSON.stringify(options);
      // A form that a user has touched stays as it is until its element leaves the page.
      if (handle?.update?.(options) || handle?.isTouched?.()) return;
      handle?.unmount();
      handle = undefined;
      enter();
    },
    leave() {
      stopWaiting();
      handle?.unmount();
    },
  };
}

/** For pages that may not hold unknown elements: `<div data-promo-widget="…">`. */
function followMarks<Table extends AttributeTable>(widget: Widget<Table>): void {
  const places = new Map<HTMLElement, Place>();
  const mark = `[data-promo-widget="${widget.name}"]`;

  function settle() {
    for (const [host, place] of places) {
      if (host.isConnected && host.matches(mark)) continue;
      place.leave();
      places.delete(host);
    }
    for (const host of document.querySelectorAll<HTMLElement>(mark)) {
      if (!places.has(host)) places.set(host, occupy(host, widget));
    }
  }

  settle();
  new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      const place = type === 'attributes' && target instanceof HTMLElement && places.get(target);
      if (place) place.renew();
    }
    settle();
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-promo-widget', ...Object.keys(widget.attributes).map(dataName)],
  });
}

const dataName = (name: string) => `data-${name}`;

/**
 * Calls back once the element's children are there: at once, unless the parser is still inside it.
 * @returns what stops the waiting.
 */
export function whenParsed(element: Element, act: () => void): () => void {
  if (document.readyState !== 'loading' || hasFollower(element)) {
    act();
    return () => {};
  }
  document.addEventListener('DOMContentLoaded', act, { once: true });
  return () => document.removeEventListener('DOMContentLoaded', act);
}

/** Whatever follows an element, or one around it, was parsed after its end. */
function hasFollower(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (node.nextSibling) return true;
  }
  return false;
}

/** Lets the page answer pending input before work goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
